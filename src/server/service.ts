/// <reference types="node" preserve="true" />

import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { realTime } from '../base/real-time.js';
import { getBody, type Reply } from '../document/message.js';
import type { Answer } from '../engine/handle.js';
import { isServicePath } from '../engine/route.js';
import type { Sandboxes } from '../engine/sandboxes.js';
import { breakBody, isBroken, isLost } from './faults.js';
import { type RequestTarget, readHttpRequest, readTarget } from './read-request.js';
import { sendError } from './respond.js';

/** A response that isn't the service's: a document, `/__admin`, or an error of the server. */
export interface ObservedResponse {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly message?: string | undefined;
}

export interface Observer {
  /** The service answered a request; its entry has the duration. */
  onExchange(answer: Answer): void;
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

export interface ServiceOptions {
  readonly sandboxes: Pick<Sandboxes, 'answer'>;
  /** The limit for bodies, in bytes. */
  readonly maxBody: number;
  readonly observer: Pick<Observer, 'onExchange' | 'onError'>;
}

let endOfTurn: Promise<void> | undefined;

/** Waits for the end of this turn of the event loop, together with all other replies. */
function batchReplies(): Promise<void> {
  endOfTurn ??= new Promise((resolve) => {
    realTime.setImmediate(() => {
      endOfTurn = undefined;
      resolve();
    });
  });
  return endOfTurn;
}

/** Waits for the delay of a reply, or until the client leaves. */
function waitForDelay({ delay }: Reply, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      realTime.clearTimeout(timer);
      response.off('close', end);
      resolve();
    };
    const timer = realTime.setTimeout(end, delay);
    response.once('close', end);
  });
}

/** Sends a reply with its fault. `onSent` is also called when the client left before: its pet exists. */
function sendReply(reply: Reply, response: ServerResponse, onSent: () => void): void {
  const { socket, method } = response.req;
  const { fault } = reply;
  if (response.destroyed) {
    // Nobody is there to get it.
  } else if (isLost(reply)) {
    // Over TLS, a connection only ends.
    fault === 'empty' || 'encrypted' in socket ? socket.destroy() : socket.resetAndDestroy();
  } else {
    response.writeHead(reply.status, reply.headers.flat());
    if (method !== 'HEAD' && isBroken(reply)) {
      pipeline(breakBody(reply), response, onSent);
      return;
    }
    response.end(reply.bytes ?? getBody(reply.body, reply.fault));
  }
  onSent();
}

/** Creates the middleware of the service; requests for other paths go on to `next`. */
export function createService({ sandboxes, maxBody, observer }: ServiceOptions): Middleware {
  const serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: RequestTarget,
    start: number,
  ) => {
    try {
      const answer = await sandboxes.answer(await readHttpRequest(request, target, maxBody));
      // Replies go out together: waking a sleeping client takes longer than all the rest of a request.
      await batchReplies();
      if (answer.reply.delay > 0) {
        await waitForDelay(answer.reply, response);
      }
      sendReply(answer.reply, response, () => {
        answer.entry.duration = realTime.performance.now() - start;
        observer.onExchange(answer);
      });
    } catch (error) {
      observer.onError(error);
      sendError(response, error);
    }
  };
  return (request, response, next) => {
    const target = readTarget(request);
    if (next !== undefined && !isServicePath(target.path)) {
      next();
      return;
    }
    const start = realTime.performance.now();
    // A pipelined request waits for those before it, so that it sees the pets that they create.
    if (response.socket === null) {
      response.once('socket', () => serve(request, response, target, start));
    } else {
      void serve(request, response, target, start);
    }
  };
}
