/// <reference types="node" preserve="true" />
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from '../engine/engine.js';
import { sendFailure } from './error-body.js';
import { inTurn } from './in-turn.js';
import type { Observer } from './observer.js';
import { readRequest, readTarget } from './read-request.js';
import { sendReply } from './send-reply.js';

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
