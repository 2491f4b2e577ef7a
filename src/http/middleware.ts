/// <reference types="node" preserve="true" />

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Engine } from '../engine/engine.js';
import type { Exchange } from '../engine/exchange.js';
import { sendFailure } from './errors.js';
import { readRequest, readTarget } from './read-request.js';
import { sendReply } from './send-reply.js';

/** Told of what takes place. */
export interface Observer {
  /** An exchange of the service whose answer is on its way, and how long it took. */
  exchanged(exchange: Exchange, milliseconds: number): void;
  /** An answer that isn't the service's: a document, or a request that couldn't be read. */
  answered(answer: PlainAnswer): void;
  /** Something that should not have happened. */
  failed(error: unknown): void;
}

interface PlainAnswer {
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
      observer.failed(error);
      sendFailure(response, error);
    };
    inTurn(request.socket, (done) => {
      readRequest(request, target, maxBody, fail, (serviceRequest) => {
        try {
          const exchange = engine.exchange(serviceRequest);
          sendReply(exchange, request, response, () => {
            observer.exchanged(exchange, performance.now() - start);
          });
        } catch (error) {
          fail(error);
        }
        done();
      });
    });
  };
}
