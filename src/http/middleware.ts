/// <reference types="node" preserve="true" />

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Engine } from '../engine/engine.js';
import type { Exchange } from '../engine/exchange.js';
import { sendError, toSimulatorError } from './errors.js';
import { readRequest, readTarget } from './read-request.js';
import { sendReply } from './send-reply.js';

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

/** The requests that wait for the previous one on their connection. */
const queues = new WeakMap<Socket, (() => void)[]>();

/**
 * Serves the requests of a connection in order: Node.js emits a pipelined request before the body of
 * the previous one has arrived (RFC 9112, 9.3.2).
 *
 * @param serve calls `done` once the next request may be read
 */
function serveInOrder(socket: Socket, serve: (done: () => void) => void): void {
  const queue = queues.get(socket);
  if (queue !== undefined) {
    queue.push(() => serveInOrder(socket, serve));
    return;
  }
  let isDone = false;
  serve(() => {
    isDone = true;
    const waiting = queues.get(socket) ?? [];
    queues.delete(socket);
    for (const serveNext of waiting) {
      serveNext();
    }
  });
  if (!isDone) {
    queues.set(socket, []);
  }
}

function answerError(error: unknown, response: ServerResponse, observer: Observer): void {
  observer.onError(error);
  sendError(response, toSimulatorError(error));
}

/** Creates the middleware of the service; requests for other paths go on to `next`. */
export function createMiddleware(engine: Engine, maxBody: number, observer: Observer): Middleware {
  return (request, response, next) => {
    const target = readTarget(request);
    if (next !== undefined && !engine.serves(target.path)) {
      next();
      return;
    }
    const start = performance.now();
    serveInOrder(request.socket, (done) => {
      try {
        readRequest(request, target, maxBody, (serviceRequest) => {
          try {
            const exchange = engine.exchange(serviceRequest);
            sendReply(exchange, request, response, () => {
              observer.onExchange(exchange, performance.now() - start);
            });
          } catch (error) {
            answerError(error, response, observer);
          }
          done();
        });
      } catch (error) {
        answerError(error, response, observer);
      }
    });
  };
}
