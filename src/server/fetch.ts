import { realTime } from '../base/real-time.js';
import { getBody, joinHeaders, type Reply, type ServiceRequest } from '../document/message.js';
import { isSafe } from '../document/operations.js';
import { breakBody, isBroken, isLost } from './faults.js';
import { decodeBody } from './read-request.js';
import type { Observer, ServiceOptions } from './service.js';

interface FetchOptions extends Omit<ServiceOptions, 'observer'>, Pick<Observer, 'onExchange'> {
  /** Base of relative URLs. */
  readonly origin: string;
}

async function readFetchRequest(request: Request, maxBody: number): Promise<ServiceRequest> {
  const { method, headers } = request;
  const { pathname: path, search } = new URL(request.url);
  const head = { method, path, query: search.slice(1), headers: joinHeaders([...headers]) };
  return isSafe(method)
    ? head
    : { ...head, ...decodeBody(new Uint8Array(await request.arrayBuffer()), maxBody) };
}

/** Creates a body that fails half-way, as when the connection is lost, or that arrives bit by bit. */
function createBrokenBody(reply: Reply, signal: AbortSignal) {
  const pieces = breakBody(reply);
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
  const { status, bytes, decoded = bytes } = reply;
  const headers = new Headers(reply.headers as [string, string][]);
  if (decoded !== bytes) {
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
  }
  const content = decoded ?? getBody(reply.body, reply.fault);
  if (content.length === 0 || method === 'HEAD') {
    return new Response(null, { status, headers });
  }
  const body = isBroken(reply) ? createBrokenBody(reply, signal) : (content as BodyInit);
  return new Response(body, { status, headers });
}

/** Waits in the time of the caller: without a network, fake timers can control a delay. */
function waitForFetchDelay({ delay }: Reply, signal: AbortSignal): Promise<void> {
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
    const start = realTime.performance.now();
    const isUrl = typeof input === 'string' || input instanceof URL;
    const request = new Request(isUrl ? new URL(input, origin) : input, init);
    const answer = await sandboxes.answer(await readFetchRequest(request, maxBody));
    const { reply } = answer;
    try {
      if (reply.delay > 0) {
        await waitForFetchDelay(reply, request.signal);
      }
    } finally {
      answer.entry.duration = realTime.performance.now() - start;
      onExchange(answer);
    }
    if (isLost(reply)) {
      throw new TypeError(`fetch failed: the scenario fault=${reply.fault}`);
    }
    return createResponse(reply, request);
  };
}
