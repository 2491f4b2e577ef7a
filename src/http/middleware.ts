/// <reference types="node" preserve="true" />

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Engine } from '../engine/engine.js';
import type { Exchange } from '../engine/interface/message.js';
import { sendFailure } from './errors.js';
import { readRequest, readTarget } from './read-request.js';
import { sendReply } from './send-reply.js';

/** Receives what happens on a server. */
export interface Observer {
  /** The service answered a request. */
  onExchange(exchange: Exchange, milliseconds: number): void;
  /** Something else answered it: a document, `/__admin`, or an error of the server. */
  onResponse(response: ObservedResponse): void;
  /** The simulator has a defect. */
  onError(error: unknown): void;
}

interface ObservedResponse {
  readonly method: string;
  /** The target as it was sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** What waits on a connection whose request is still being read. */
const waiting = new WeakMap<Socket, (() => void)[]>();

/**
 * Serves the requests of one connection in the order in which they came, although Node.js hands out
 * a request before the body of the one before it is there (RFC 9112, 9.3.2).
 *
 * @param serve calls `done` once the next request may be looked at
 */
function inTurn(socket: Socket, serve: (done: () => void) => void): void {
  const queue = waiting.get(socket);
  if (queue !== undefined) {
    queue.push(() => inTurn(socket, serve));
    return;
  }
  let over = false;
  serve(() => {
    over = true;
    const next = waiting.get(socket) ?? [];
    waiting.delete(socket);
    for (const serveNext of next) {
      serveNext();
    }
  });
  if (!over) {
    waiting.set(socket, []);
  }
}

/** What Express and Connect call, and `node:http` too: without a `next`, other paths are a 404. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/** The service as one middleware; what isn't the service's goes on to `next`. */
export function serviceMiddleware(engine: Engine, maxBody: number, observer: Observer): Middleware {
  return (request, response, next) => {
    const target = readTarget(request);
    if (next !== undefined && !engine.serves(target.path)) {
      next();
      return;
    }
    const start = performance.now();
    const fail = (error: unknown) => {
      observer.onError(error);
      sendFailure(response, error);
    };
    inTurn(request.socket, (done) => {
      readRequest(request, target, maxBody, fail, (serviceRequest) => {
        try {
          const exchange = engine.exchange(serviceRequest);
          sendReply(exchange, request, response, () => {
            observer.onExchange(exchange, performance.now() - start);
          });
        } catch (error) {
          fail(error);
        }
        done();
      });
    });
  };
}
