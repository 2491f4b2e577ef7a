/// <reference types="node" preserve="true" />

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceRequest } from '../document/message.js';
import { parseServicePath } from '../engine/admit.js';
import type { Answer } from '../engine/answer.js';
import type { Sandboxes } from '../engine/sandboxes.js';
import { readRequest, readTarget } from './read-request.js';
import { sendError, sendReply, sendTogether, toSimulatorError } from './send-reply.js';

/** A response that isn't the service's: a document, `/__admin`, or an error of the server. */
export interface ObservedResponse {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  /** The header `Simulator-Client`: what sent the request, such as `console`. */
  readonly client?: string | readonly string[] | undefined;
}

/** Receives what happens on a server. */
export interface Observer {
  /** The service answered a request. */
  onExchange(answer: Answer, milliseconds: number): void;
  /** Something else answered it. */
  onResponse(response: ObservedResponse): void;
  /** The simulator has a defect, or the body of a request was read before. */
  onError(error: unknown): void;
}

/** The handler of Express, Connect and `node:http`; without `next`, other paths get a 404. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

interface ServiceOptions {
  readonly sandboxes: Pick<Sandboxes, 'answer'>;
  /** The limit for bodies, in bytes. */
  readonly maxBody: number;
  readonly observer: Pick<Observer, 'onExchange' | 'onError'>;
}

/** Creates the middleware of the service; requests for other paths go on to `next`. */
export function createService({ sandboxes, maxBody, observer }: ServiceOptions): Middleware {
  const answerError = (error: unknown, response: ServerResponse) => {
    observer.onError(error);
    if (response.headersSent) {
      response.destroy();
    } else {
      sendError(response, toSimulatorError(error));
    }
  };
  const send = (answer: Answer, response: ServerResponse, start: number) => {
    const onSent = () => {
      const milliseconds = performance.now() - start;
      answer.exchange.duration = milliseconds;
      observer.onExchange(answer, milliseconds);
    };
    sendTogether(() => {
      try {
        sendReply(answer.reply, response, onSent);
      } catch (error) {
        answerError(error, response);
      }
    });
  };
  const receive = (request: ServiceRequest, response: ServerResponse, start: number) => {
    try {
      const answer = sandboxes.answer(request);
      if (answer instanceof Promise) {
        answer.then(
          (later) => send(later, response, start),
          (error) => answerError(error, response),
        );
      } else {
        send(answer, response, start);
      }
    } catch (error) {
      answerError(error, response);
    }
  };
  return (request, response, next) => {
    const target = readTarget(request);
    if (next !== undefined && parseServicePath(target.path) === undefined) {
      next();
      return;
    }
    const start = performance.now();
    const serve = () => {
      try {
        readRequest(request, target, maxBody, (read) => receive(read, response, start));
      } catch (error) {
        answerError(error, response);
      }
    };
    // A pipelined request waits for those before it, so that it sees the pets that they create.
    if (response.socket === null) {
      response.once('socket', serve);
    } else {
      serve();
    }
  };
}
