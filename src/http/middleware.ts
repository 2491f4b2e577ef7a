/// <reference types="node" preserve="true" />

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Backend } from '../engine/backend.js';
import type { Exchange } from '../engine/exchange.js';
import { SimulatorError } from '../engine/interface/errors.js';
import type { ServiceRequest } from '../engine/interface/message.js';
import { parseServicePath } from '../engine/sandbox/selection.js';
import { sendError, toSimulatorError } from './errors.js';
import { Pipelines } from './pipelines.js';
import { readRequest, readTarget, smallBody, type Target } from './read-request.js';
import { measureBody, sendReply, sendTogether } from './send-reply.js';

/** Receives what happens on a server. */
export interface Observer {
  /** The service answered a request. */
  onExchange(exchange: Exchange, milliseconds: number): void;
  /** Something else answered it: a document, `/__admin`, or an error of the server. */
  onResponse(response: ObservedResponse): void;
  /** The simulator has a defect, or the body of a request was read before. */
  onError(error: unknown): void;
}

interface ObservedResponse {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The header `Simulator-Client`: what sent the request, such as `console`. */
  readonly client?: string | readonly string[] | undefined;
}

/** The handler of Express, Connect and `node:http`; without `next`, other paths get a 404. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Bytes that all connections of a server may hold together. */
export class ByteBudget {
  readonly max: number;
  #held = 0;

  constructor(max: number) {
    this.max = max;
  }

  get isSpent(): boolean {
    return this.#held > this.max;
  }

  /** Holds bytes until the returned function is called. */
  hold(bytes: number): () => void {
    this.#held += bytes;
    let isHeld = true;
    return () => {
      if (isHeld) {
        isHeld = false;
        this.#held -= bytes;
      }
    };
  }
}

/** Bytes that bodies and responses of more than 64 KiB may hold over all connections. */
const maxHeld = 256 * 1024 ** 2;

/** What the requests of one middleware have in common. */
interface Service {
  readonly backend: Pick<Backend, 'exchange' | 'sent'>;
  readonly maxBody: number;
  readonly observer: Observer;
  readonly held: ByteBudget;
}

/** Runs a step of a request, and answers with the error if it throws. */
function answerOnError({ observer }: Service, response: ServerResponse, run: () => void): void {
  try {
    run();
  } catch (error) {
    answerError(error, response, observer);
  }
}

function answerError(error: unknown, response: ServerResponse, observer: Observer): void {
  observer.onError(error);
  sendError(response, toSimulatorError(error));
}

function refuseRequest({ held, observer }: Service, response: ServerResponse): void {
  const error = new SimulatorError(
    'simulator_overloaded',
    `Bodies on their way and responses that nobody reads hold ${held.max} bytes. Read responses, and send fewer large bodies at once.`,
  );
  sendError(response, error);
  const { method = '-', url = '-' } = response.req;
  observer.onResponse({ method, target: url, status: error.status, milliseconds: 0 });
}

function sendExchange(
  service: Service,
  exchange: Exchange,
  response: ServerResponse,
  start: number,
): void {
  const { backend, observer, held } = service;
  const { reply } = exchange;
  const { req: request } = response;
  // Small responses fit into the buffers of the operating system, and larger ones of a POST have room.
  if (held.isSpent && request.method !== 'POST' && measureBody(reply.body) > smallBody) {
    refuseRequest(service, response);
    backend.sent(exchange, performance.now() - start);
    return;
  }
  // A slow reply waits in memory too.
  const isSlow = reply.delay > 0 || reply.fault === 'dribble';
  const release = isSlow ? held.hold(measureBody(reply.body)) : undefined;
  sendReply(exchange, request, response, () => {
    release?.();
    const unread = request.socket.writableLength;
    if (unread > 0 && !response.destroyed) {
      response.once('close', held.hold(unread));
    }
    const milliseconds = performance.now() - start;
    backend.sent(exchange, milliseconds);
    observer.onExchange(exchange, milliseconds);
  });
}

/** Reads a request, has it answered, and sends the reply. */
function serveRequest(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  target: Target,
): void {
  const { backend, maxBody, observer, held } = service;
  const start = performance.now();
  const makeRoom = (bytes: number) => {
    if (held.isSpent) {
      refuseRequest(service, response);
      return false;
    }
    response.once('close', held.hold(bytes));
    return true;
  };
  const send = (exchange: Exchange) =>
    sendTogether(() =>
      answerOnError(service, response, () => sendExchange(service, exchange, response, start)),
    );
  const receive = (serviceRequest: ServiceRequest) => {
    const exchange = backend.exchange(serviceRequest);
    if (exchange instanceof Promise) {
      exchange.then(send, (error) => answerError(error, response, observer));
    } else {
      send(exchange);
    }
  };
  answerOnError(service, response, () => {
    readRequest(request, target, { maxBody, makeRoom }, (serviceRequest) => {
      answerOnError(service, response, () => receive(serviceRequest));
    });
  });
}

/** Creates the middleware of the service; requests for other paths go on to `next`. */
export function createMiddleware(
  backend: Service['backend'],
  maxBody: number,
  observer: Observer,
  held = new ByteBudget(Math.max(maxHeld, maxBody * 2)),
): Middleware {
  const service = { backend, maxBody, observer, held };
  const pipelines = new Pipelines();
  return (request, response, next) => {
    const target = readTarget(request);
    if (next !== undefined && parseServicePath(target.path) === undefined) {
      next();
    } else if (response.socket === null) {
      pipelines.wait(request, response, () => serveRequest(service, request, response, target));
    } else {
      serveRequest(service, request, response, target);
    }
  };
}
