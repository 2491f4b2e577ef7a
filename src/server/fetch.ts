import type { Reply, ServiceRequest } from '../document/message.js';
import type { Answer } from '../engine/handle.js';
import type { Sandboxes } from '../engine/sandboxes.js';
import { dribble, garbageBody, halve } from './faults.js';
import { decodeBody, hasBody } from './read-request.js';

interface FetchOptions {
  readonly sandboxes: Pick<Sandboxes, 'answer'>;
  /** The limit for bodies, in bytes. */
  readonly maxBody: number;
  /** Receives an answer when its response is due, or the client aborts. */
  readonly onExchange: (answer: Answer, milliseconds: number) => void;
  /** What relative URLs are relative to. */
  readonly origin: string;
}

async function readRequest(request: Request, maxBody: number): Promise<ServiceRequest> {
  const { method, headers } = request;
  const { pathname: path, search } = new URL(request.url);
  const head = { method, path, query: search.slice(1), headers: Object.fromEntries(headers) };
  return hasBody(method)
    ? { ...head, ...decodeBody(new Uint8Array(await request.arrayBuffer()), maxBody) }
    : head;
}

async function* truncate(text: string) {
  yield halve(text);
  throw new TypeError('terminated: the scenario fault=truncate');
}

/** Creates a body that fails half-way, as when the connection is lost, or that arrives bit by bit. */
function createFaultyBody(text: string, { fault, duration = 0 }: Reply, signal: AbortSignal) {
  const pieces = fault === 'truncate' ? truncate(text) : dribble(text, duration);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
    async pull(controller) {
      const { done, value } = await pieces.next();
      done ? controller.close() : controller.enqueue(value);
    },
  });
}

function createResponse(reply: Reply, { method, signal }: Request): Response {
  const { status, fault, bytes, decoded = bytes } = reply;
  const text = fault === 'garbage' ? garbageBody : reply.body;
  const headers = new Headers();
  for (const [name, value] of reply.headers) {
    if (decoded === bytes || !/^content-(?:encoding|length)$/i.test(name)) {
      headers.append(name, value);
    }
  }
  if (decoded !== undefined) {
    const isEmpty = decoded.length === 0 || method === 'HEAD';
    return new Response(isEmpty ? null : (decoded as BodyInit), { status, headers });
  }
  if (text !== '') {
    headers.set('Content-Type', reply.mediaType ?? 'application/json');
    if (fault !== 'dribble') {
      headers.set('Content-Length', String(new TextEncoder().encode(text).length));
    }
  }
  const isFaulty = fault === 'truncate' || fault === 'dribble';
  const body = isFaulty ? createFaultyBody(text, reply, signal) : text;
  return new Response(text === '' || method === 'HEAD' ? null : body, { status, headers });
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
 * Creates a `fetch` that answers without a network, in any JavaScript runtime. As with the global one, a
 * lost connection (the faults `reset`, `empty` and, after its time, `hang`) rejects with a TypeError.
 */
export function createFetch({ sandboxes, maxBody, onExchange, origin }: FetchOptions) {
  return async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const start = performance.now();
    const isUrl = typeof input === 'string' || input instanceof URL;
    const request = new Request(isUrl ? new URL(input, origin) : input, init);
    const answer = await sandboxes.answer(await readRequest(request, maxBody));
    const { reply } = answer;
    try {
      if (reply.delay > 0) {
        await waitForDelay(reply, request.signal);
      }
    } finally {
      const milliseconds = performance.now() - start;
      answer.entry.duration = milliseconds;
      onExchange(answer, milliseconds);
    }
    if (reply.fault === 'reset' || reply.fault === 'empty' || reply.fault === 'hang') {
      throw new TypeError(`fetch failed: the scenario fault=${reply.fault}`);
    }
    return createResponse(reply, request);
  };
}
