import type { Backend } from '../engine/backend.js';
import type { Exchange } from '../engine/exchange.js';
import { type Reply, readBodyText, type ServiceRequest } from '../engine/interface/message.js';
import { garbageBody } from './send-reply.js';
import { cutBody, getPause } from './slow-replies.js';

async function readBody(request: Request, maxBody: number): Promise<ServiceRequest['body']> {
  // Only the body of a POST has a meaning (section 4).
  if (request.body === null || request.method !== 'POST') {
    return undefined;
  }
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > maxBody ? 'too-large' : bytes;
}

async function readRequest(request: Request, maxBody: number): Promise<ServiceRequest> {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    body: await readBody(request, maxBody),
    rawHeaders: [...request.headers].flat(),
    header: (name) => request.headers.get(name) ?? undefined,
  };
}

/** Creates a body that fails half-way, as when the connection is lost. */
function createTruncatedBody(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let halfSent = false;
  return new ReadableStream({
    pull(controller) {
      if (halfSent) {
        controller.error(new TypeError('terminated: the scenario fault=truncate'));
      } else {
        halfSent = true;
        controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)));
      }
    },
  });
}

/** Creates a body that arrives bit by bit. */
function createDribblingBody(
  text: string,
  duration: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const pieces = cutBody(new TextEncoder().encode(text));
  const pause = getPause(pieces, duration);
  let timer: ReturnType<typeof setTimeout>;
  return new ReadableStream({
    start(controller) {
      const sendNext = () => {
        controller.enqueue(pieces.shift());
        if (pieces.length > 0) {
          timer = setTimeout(sendNext, pause);
        } else {
          controller.close();
        }
      };
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        controller.error(signal.reason);
      });
      sendNext();
    },
    cancel() {
      clearTimeout(timer);
    },
  });
}

function createBody(text: string, { fault, duration = 0 }: Reply, signal: AbortSignal) {
  switch (fault) {
    case 'truncate':
      return createTruncatedBody(text);
    case 'dribble':
      return createDribblingBody(text, duration, signal);
    default:
      return text;
  }
}

function createResponse({ request, reply }: Exchange, signal: AbortSignal): Response {
  const { status, fault } = reply;
  const text = fault === 'garbage' ? garbageBody : readBodyText(reply.body);
  const headers = new Headers();
  for (const [name, value] of reply.headers) {
    headers.append(name, value);
  }
  if (text !== '') {
    headers.set('Content-Type', reply.mediaType ?? 'application/json');
    if (fault !== 'dribble') {
      headers.set('Content-Length', String(new TextEncoder().encode(text).length));
    }
  }
  if (text === '' || request.method === 'HEAD') {
    return new Response(null, { status, headers });
  }
  return new Response(createBody(text, reply, signal), { status, headers });
}

function waitForDelay({ delay }: Reply, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, delay);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Answers a request of the Fetch API without a network. As with `fetch`, a lost connection (the faults
 * `reset`, `empty` and, after its time, `hang`) rejects with a TypeError.
 *
 * @param onExchange receives the exchange when its response is due, or the client aborts
 */
export async function answerFetch(
  backend: Pick<Backend, 'exchange'>,
  request: Request,
  maxBody: number,
  onExchange: (exchange: Exchange) => void,
): Promise<Response> {
  let exchange = backend.exchange(await readRequest(request, maxBody));
  if (exchange instanceof Promise) {
    exchange = await exchange;
  }
  const { reply } = exchange;
  try {
    if (reply.delay > 0) {
      await waitForDelay(reply, request.signal);
    }
  } finally {
    onExchange(exchange);
  }
  if (reply.fault === 'reset' || reply.fault === 'empty' || reply.fault === 'hang') {
    throw new TypeError(`fetch failed: the scenario fault=${reply.fault}`);
  }
  return createResponse(exchange, request.signal);
}
