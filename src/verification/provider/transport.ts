import type { Header } from '../../options/verify-options.js';
import { Inconclusive } from '../result.js';
import type { Fetch, FetchResponse } from './http.js';
import { describeNetworkError } from './network-errors.js';
import type { RequestQueue } from './request-queue.js';

/** A request as it is sent; the path is relative to the base URL: `/pets?limit=1`. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** There is no response, or one that is not HTTP, not complete or too large. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly status = undefined;
  /** Whether its status came. */
  readonly hasBegun: boolean;
  /** How long it was waited for, in milliseconds, if that ended it. */
  readonly waited: number | undefined;

  constructor(reason: string, { waited, begun }: Loss = {}) {
    super(begun === undefined ? reason : `${begun} came; ${reason}`);
    this.hasBegun = begun !== undefined;
    this.waited = waited;
  }
}

/** What is known of a response that is not complete. */
interface Loss {
  readonly waited?: number | undefined;
  /** What came of it: `status 200 and 4 of the 10 bytes that Content-Length announces`. */
  readonly begun?: string | undefined;
}

/** Sends one request and reads the whole response. */
export type Transport = (request: RawRequest) => Promise<RawResponse>;

export interface TransportSettings {
  readonly url: string;
  /** Sent with each request, unless the request has its own of that name. */
  readonly headers: readonly Header[];
  /** Milliseconds that one response may take, from the first byte sent to the last one read. */
  readonly timeout: number;
  readonly queue: RequestQueue;
  /** Bytes that one response may have, after decompression. */
  readonly maxResponse: number;
  /** Ends the requests that are under way and rejects all others; its reason is an {@link Inconclusive}. */
  readonly stop: AbortSignal;
  readonly fetch: Fetch;
}

const userAgent = 'animal-store-verify';

/** Maximum wait for the rate limit (429) per request, in milliseconds. */
const maxWait = 20_000;
/** The same for all requests together. */
const maxTotalWait = 60_000;
/** Wait after a 429 with no Retry-After, or with a past one, in milliseconds. */
const defaultWait = 1_000;

/** Describes what has come of a response. */
function describeBegun({ status, headers }: FetchResponse, size: number): string {
  // Of a compressed body, the length is another.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  const bytes =
    length === null
      ? `${size} bytes of the body`
      : `${size} of the ${length} bytes that Content-Length announces`;
  return `status ${status} and ${bytes}`;
}

/** @param onChunk called with the size so far */
async function readBytes(
  { body }: FetchResponse,
  max: number,
  onChunk: (size: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = Buffer.alloc(0);
  let size = 0;
  // The DOM's types do not declare that a stream is iterable.
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    if (size + chunk.length > max) {
      throw new Error(
        `the response has more than ${max} bytes, the limit of --max-response; the rest was not read`,
      );
    }
    // Copied at once: a list of chunks of one byte each takes a hundred times its size.
    if (size + chunk.length > bytes.length) {
      const longer = Buffer.alloc(Math.min(max, Math.max(2 * size, size + chunk.length)));
      bytes.copy(longer, 0, 0, size);
      bytes = longer;
    }
    bytes.set(chunk, size);
    size += chunk.length;
    onChunk(size);
  }
  return bytes.subarray(0, size);
}

/** Waits; when the signal is aborted, rejects with its reason. */
export function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      if (stop.aborted) {
        reject(stop.reason);
      } else {
        resolve();
      }
    };
    const timer = setTimeout(end, stop.aborted ? 0 : milliseconds);
    stop.addEventListener('abort', end);
  });
}

/**
 * The time that a response has. A provider may handle one request after another: so each response to
 * another request gives it the whole time again, as if it was sent only then.
 */
class ResponseTimer {
  readonly #timer: NodeJS.Timeout;
  /** Every request that was sent before, or is handled before, may delay it once. */
  #restarts: number;

  // Not AbortSignal.timeout: its timer does not keep the process alive.
  constructor(timeout: number, restarts: number, onTimeout: () => void) {
    this.#timer = setTimeout(onTimeout, timeout);
    this.#restarts = restarts;
  }

  restart(): void {
    if (this.#restarts > 0) {
      this.#restarts -= 1;
      this.#timer.refresh();
    }
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** Sends requests, each once, and reads their whole responses. */
class Sender {
  readonly #settings: TransportSettings;
  readonly #timers = new Set<ResponseTimer>();

  constructor(settings: TransportSettings) {
    this.#settings = settings;
  }

  async send({ method, path, headers: own, body }: RawRequest): Promise<RawResponse> {
    const { url, headers: common, timeout, maxResponse, queue, stop, fetch } = this.#settings;
    stop.throwIfAborted();
    // The agent of Pact's verifier is not that of the client.
    const headers = new Headers({ ...own, 'user-agent': userAgent });
    for (const [name, value] of common) {
      if (headers.get(name) === userAgent || !headers.has(name)) {
        headers.set(name, value);
      }
    }
    const abort = new AbortController();
    let begun: string | undefined;
    const lose = (reason: string, waited?: number) => new NoResponse(reason, { waited, begun });
    const timer = new ResponseTimer(timeout, queue.limit, () =>
      abort.abort(
        lose(`${begun === undefined ? 'none' : 'the rest did not'} within ${timeout} ms`, timeout),
      ),
    );
    const onStop = () => abort.abort(stop.reason);
    stop.addEventListener('abort', onStop);
    this.#timers.add(timer);
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers,
        body: body ?? null,
        signal: abort.signal,
      });
      begun = describeBegun(response, 0);
      const bytes = await readBytes(response, maxResponse, (size) => {
        begun = describeBegun(response, size);
      });
      for (const other of this.#timers) {
        other.restart();
      }
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      // The error of an aborted request wraps the reason.
      abort.signal.throwIfAborted();
      throw lose(describeNetworkError(error));
    } finally {
      timer.end();
      this.#timers.delete(timer);
      stop.removeEventListener('abort', onStop);
    }
  }
}

/** Parses Retry-After, a number of seconds or a date (RFC 9110, 10.2.3), to milliseconds. */
function parseRetryAfter({ headers }: RawResponse): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : defaultWait;
}

/**
 * The rate limit of a provider (429), which the document does not exclude (section 8). While it lasts, no
 * request is sent; then at most half as many at once.
 */
class RateLimit {
  readonly #queue: RequestQueue;
  readonly #stop: AbortSignal;
  #until = 0;
  #loweredAt = -1;
  #left = maxTotalWait;

  constructor({ queue, stop }: TransportSettings) {
    this.#queue = queue;
    this.#stop = stop;
  }

  /** Until when a request that is sent now may wait. */
  getDeadline(): number {
    return performance.now() + Math.min(maxWait, this.#left);
  }

  /** Waits until requests may be sent. */
  async wait(): Promise<void> {
    while (performance.now() < this.#until) {
      await pause(this.#until - performance.now(), this.#stop);
    }
  }

  /** @throws {Inconclusive} when the rate limit lasts too long */
  extend(response: RawResponse, sentAt: number, deadline: number): void {
    const now = performance.now();
    const until = now + parseRetryAfter(response);
    if (until > deadline) {
      // Waiting was in vain: it is not tried again.
      this.#left = 0;
      throw new Inconclusive(
        'the rate limit of the provider (429) lasts too long; set --api-key to a key without such a limit',
      );
    }
    if (until > this.#until) {
      this.#left -= until - Math.max(now, this.#until);
      this.#until = until;
    }
    // All that was under way may be rejected: that counts once.
    if (sentAt > this.#loweredAt) {
      this.#loweredAt = now;
      this.#queue.limitTo(Math.floor(this.#queue.limit / 2));
    }
  }
}

/**
 * Creates the transport to a provider. It sends as many requests at once as the queue allows, and waits
 * after a 429 as Retry-After says. Once waiting was in vain, or took too long in total, it stops waiting.
 *
 * @throws {NoResponse} when there is no complete response
 * @throws {Inconclusive} when the rate limit lasts too long, or the verification was stopped
 */
export function createTransport(settings: TransportSettings): Transport {
  const { queue } = settings;
  const sender = new Sender(settings);
  const rateLimit = new RateLimit(settings);
  return async (request) => {
    const turn = queue.takeTurn();
    let deadline: number | undefined;
    for (;;) {
      const response = await queue.run(turn, async () => {
        await rateLimit.wait();
        deadline ??= rateLimit.getDeadline();
        const sentAt = performance.now();
        const received = await sender.send(request);
        if (received.status !== 429) {
          return received;
        }
        rateLimit.extend(received, sentAt, deadline);
        return undefined;
      });
      if (response !== undefined) {
        return response;
      }
    }
  };
}
