import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from '../engine/engine.js';
import type { Exchange } from '../engine/message.js';
import { describeFailure, serverErrorBody, serverErrors } from './error-body.js';
import { readRequest, readTarget } from './read-request.js';
import { sendReply } from './send-reply.js';

/** What Express, Connect and a bare `node:http` server call. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Told of what takes place. */
export interface Observer {
  /** An exchange whose answer is on its way, and how long it took. */
  exchanged(exchange: Exchange, milliseconds: number): void;
  /** Something that should not have happened. */
  failed(error: unknown): void;
}

function sendFailure(response: ServerResponse, error: unknown): void {
  const { name, message } = describeFailure(error);
  const headers = { 'Content-Type': 'application/json', Connection: 'close' };
  response.writeHead(serverErrors[name].status, headers).end(serverErrorBody(name, message));
}

/** The service as one middleware; what isn't the service's goes on to `next`. */
export function serviceMiddleware(engine: Engine, maxBody: number, observer: Observer): Middleware {
  return (request, response, next) => {
    if (!engine.serves(readTarget(request).path)) {
      next();
      return;
    }
    const start = performance.now();
    const fail = (error: unknown) => {
      observer.failed(error);
      sendFailure(response, error);
    };
    readRequest(request, maxBody, fail, (serviceRequest) => {
      try {
        const exchange = engine.exchange(serviceRequest);
        sendReply(exchange, request, response, () => {
          observer.exchanged(exchange, performance.now() - start);
        });
      } catch (error) {
        fail(error);
      }
    });
  };
}
