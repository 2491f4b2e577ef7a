import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import { Inconclusive } from '../result.js';
import { describeNetworkError, type Fetch, type FetchResponse } from './http.js';

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

export const isSuccess = (status = 0) => status >= 200 && status < 300;

/** There is no response, or one that is not HTTP, not complete or too large. */
export class NoResponse extends Error {
  readonly status = undefined;
}

/** Maximum number of requests at once. */
const maxConcurrency = 20;
/** Maximum size of a response, in bytes. */
const maxResponse = 2 * 2 ** 20;
/** Maximum wait for the rate limit (429), in milliseconds, for all requests together. */
const maxWait = 60_000;
/** Wait after a 429 with no Retry-After, or with a past one, in milliseconds. */
const defaultWait = 1_000;

/** Parses Retry-After, a number of seconds or a date (RFC 9110, 10.2.3), to milliseconds. */
function parseRetryAfter({ headers }: RawResponse): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : defaultWait;
}

/** Waits; when the signal is aborted, rejects with its reason. */
export const pause = (milliseconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(stop.reason);
    };
    const timer = setTimeout(() => {
      stop.removeEventListener('abort', onAbort);
      resolve();
    }, milliseconds);
    stop.addEventListener('abort', onAbort);
    if (stop.aborted) {
      onAbort();
    }
  });

/** Sends requests to a provider, a limited number at once, and waits after a 429. */
export class Client {
  readonly #options: ResolvedVerifyOptions;
  readonly stop: AbortSignal;
  readonly #fetch: Fetch;
  /** How many requests may be under way at once. */
  limit = maxConcurrency;
  #underWay = 0;
  /** Requests that wait until fewer are under way. */
  readonly #waiting: (() => void)[] = [];
  /** One for each request under way. */
  readonly #timers = new Set<NodeJS.Timeout>();
  #pausedUntil = 0;
  #waitLeft = maxWait;

  /** @param stop ends all requests; its reason is an {@link Inconclusive} */
  constructor(options: ResolvedVerifyOptions, stop: AbortSignal, fetch: Fetch) {
    this.#options = options;
    this.stop = stop;
    this.#fetch = fetch;
  }

  /** Lowers the limit. Requests that are under way are not affected. */
  limitTo(limit: number): void {
    this.limit = Math.max(1, Math.min(this.limit, limit));
  }

  /**
   * Sends a request and reads the whole response.
   *
   * @throws {NoResponse} when there is no complete response
   * @throws {Inconclusive} when the rate limit lasts too long, or the verification was stopped
   */
  async send(request: RawRequest): Promise<RawResponse> {
    for (;;) {
      while (this.#underWay >= this.limit) {
        await new Promise<void>((start) => this.#waiting.push(start));
      }
      this.#underWay += 1;
      try {
        while (performance.now() < this.#pausedUntil) {
          await pause(this.#pausedUntil - performance.now(), this.stop);
        }
        const response = await this.#sendOnce(request);
        if (response.status !== 429) {
          return response;
        }
        this.#slowDown(parseRetryAfter(response));
      } finally {
        this.#underWay -= 1;
        this.#waiting.shift()?.();
      }
    }
  }

  async #sendOnce({ method, path, headers: own, body }: RawRequest): Promise<RawResponse> {
    const { url, header: common, timeout } = this.#options;
    const headers = new Headers({ 'User-Agent': 'animal-store-verify' });
    for (const [name, value] of [...common, ...Object.entries(own)]) {
      headers.set(name, value);
    }
    const late = new AbortController();
    const signal = AbortSignal.any([this.stop, late.signal]);
    let response: FetchResponse | undefined;
    const chunks: Uint8Array[] = [];
    let size = 0;
    const begun = () => (response ? `status ${response.status} and ${size} bytes came; ` : '');
    // Not AbortSignal.timeout: its timer does not keep the process alive.
    const timer = setTimeout(() => {
      late.abort(
        new NoResponse(
          `${begun()}no ${response ? 'more' : 'response'} within ${timeout} ms (--timeout)`,
        ),
      );
    }, timeout);
    this.#timers.add(timer);
    try {
      signal.throwIfAborted();
      response = await this.#fetch(`${url}${path}`, {
        method,
        headers,
        body: body ?? null,
        signal,
      });
      // The DOM's types do not declare that a stream is iterable.
      for await (const chunk of (response.body as AsyncIterable<Uint8Array> | null) ?? []) {
        if (size + chunk.length > maxResponse) {
          throw new Error(`the response has more than ${maxResponse} bytes; the rest was not read`);
        }
        chunks.push(chunk);
        size += chunk.length;
      }
      // A provider may handle one request after another: the others have the whole time again.
      for (const other of this.#timers) {
        other.refresh();
      }
      return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) };
    } catch (error) {
      // The error of an aborted request wraps the reason.
      signal.throwIfAborted();
      if (error instanceof Inconclusive) {
        throw error;
      }
      throw new NoResponse(begun() + describeNetworkError(error));
    } finally {
      clearTimeout(timer);
      this.#timers.delete(timer);
    }
  }

  /**
   * Heeds the rate limit of a provider (429), which the document does not exclude (section 8). While it
   * lasts, no request is sent; then at most half as many at once.
   */
  #slowDown(wait: number): void {
    const now = performance.now();
    const until = now + wait;
    // All that was under way may be rejected: that counts once.
    if (now >= this.#pausedUntil) {
      this.limitTo(Math.floor(this.limit / 2));
    }
    this.#waitLeft -= Math.max(0, until - Math.max(now, this.#pausedUntil));
    if (this.#waitLeft < 0) {
      throw new Inconclusive(
        'the rate limit of the provider (429) lasts too long; set --api-key to a key without such a limit',
      );
    }
    this.#pausedUntil = Math.max(until, this.#pausedUntil);
  }
}
