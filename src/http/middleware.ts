/// <reference types="node" preserve="true" />

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from '../engine/engine.js';
import type { Exchange } from '../engine/exchange.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { ByteBudget } from './byte-budget.js';
import { sendError, toSimulatorError } from './errors.js';
import { Pipelines } from './pipelines.js';
import { readRequest, readTarget, type Target } from './read-request.js';
import { measureBody, sendReply } from './send-reply.js';

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
}

/** The handler of Express, Connect and `node:http`; without `next`, other paths get a 404. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** Bytes of responses that clients may leave unread, over all connections. */
const maxUnread = 256 * 1024 ** 2;

function answerError(error: unknown, response: ServerResponse, observer: Observer): void {
  observer.onError(error);
  sendError(response, toSimulatorError(error));
}

function createUnreadError(bytes: number): SimulatorError {
  return new SimulatorError(
    'simulator_overloaded',
    `Clients leave more than ${bytes} bytes of responses unread. Read them, or close their connections.`,
  );
}

/** Creates the middleware of the service; requests for other paths go on to `next`. */
export function createMiddleware(
  engine: Engine,
  maxBody: number,
  observer: Observer,
  unread = new ByteBudget(maxUnread),
): Middleware {
  const pipelines = new Pipelines();

  const answer = (exchange: Exchange, response: ServerResponse, start: number) => {
    const { reply } = exchange;
    const { req: request } = response;
    // A delayed reply waits in memory too.
    const release = reply.delay > 0 ? unread.hold(measureBody(reply.body)) : undefined;
    sendReply(exchange, request, response, () => {
      release?.();
      const bytes = request.socket.writableLength;
      if (bytes > 0) {
        response.once('close', unread.hold(bytes));
      }
      observer.onExchange(exchange, performance.now() - start);
    });
  };

  const serve = (request: IncomingMessage, response: ServerResponse, target: Target) => {
    const start = performance.now();
    if (unread.isSpent) {
      const error = createUnreadError(unread.max);
      sendError(response, error);
      const { method = '-', url = '-' } = request;
      observer.onResponse({ method, target: url, status: error.status, milliseconds: 0 });
      return;
    }
    try {
      readRequest(request, target, maxBody, (serviceRequest) => {
        try {
          answer(engine.exchange(serviceRequest), response, start);
        } catch (error) {
          answerError(error, response, observer);
        }
      });
    } catch (error) {
      answerError(error, response, observer);
    }
  };

  return (request, response, next) => {
    const target = readTarget(request);
    if (next !== undefined && !engine.serves(target.path)) {
      next();
    } else if (response.socket === null) {
      pipelines.wait(request, response, () => serve(request, response, target));
    } else {
      serve(request, response, target);
    }
  };
}
