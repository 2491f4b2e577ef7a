import type { Header } from '../../options/verify-options.js';
import { Inconclusive } from '../result.js';
import type { Fetch, FetchResponse } from './http.js';
import { describeNetworkError } from './network-errors.js';

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
  /** All of it, or a part; `short` if Content-Length announces more. */
  readonly lost: 'all' | 'part' | 'short';
  /** How long it was waited for, in milliseconds, if that ended it. */
  readonly waited: number | undefined;

  constructor(reason: string, begun?: Begun, waited?: number) {
    super(begun === undefined ? reason : `${begun.description} came; ${reason}`);
    this.lost = begun === undefined ? 'all' : begun.isAnnounced ? 'short' : 'part';
    this.waited = waited;
  }
}

/** What came of a response that is not complete. */
interface Begun {
  /** `status 200 and 4 of the 10 bytes that Content-Length announces` */
  readonly description: string;
  readonly isAnnounced: boolean;
}

function describeBegun({ status, headers }: FetchResponse, size: number): Begun {
  // Of a compressed body, the length is another.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  const bytes =
    length === null
      ? `${size} bytes of the body`
      : `${size} of the ${length} bytes that Content-Length announces`;
  return { description: `status ${status} and ${bytes}`, isAnnounced: length !== null };
}

export interface ClientSettings {
  readonly url: string;
  /** Sent with each request, unless the request has its own of that name. */
  readonly headers: readonly Header[];
  /** Milliseconds that one response may take, from the first byte sent to the last one read. */
  readonly timeout: number;
  readonly maxConcurrency: number;
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

/** Parses Retry-After, a number of seconds or a date (RFC 9110, 10.2.3), to milliseconds. */
function parseRetryAfter({ headers }: RawResponse): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : defaultWait;
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

/** @param onChunk called with the size so far */
async function readBytes(
  { body }: FetchResponse,
  max: number,
  onChunk: (size: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The DOM's types do not declare that a stream is iterable.
  for await (const chunk of (body as AsyncIterable<Uint8Array> | null) ?? []) {
    if (size + chunk.length > max) {
      throw new Error(
        `the response has more than ${max} bytes, the limit of maxResponse; the rest was not read`,
      );
    }
    chunks.push(chunk);
    size += chunk.length;
    onChunk(size);
  }
  return Buffer.concat(chunks);
}

/** Sends requests to a provider, a limited number at once, and waits after a 429. */
export class Client {
  readonly #settings: ClientSettings;
  #limit: number;
  #underWay = 0;
  /** Requests that wait until fewer are under way. */
  readonly #waiting: (() => void)[] = [];
  /** One for each request under way. */
  readonly #timers = new Set<() => void>();
  #pausedUntil = 0;
  #loweredAt = -1;
  #waitLeft = maxTotalWait;

  constructor(settings: ClientSettings) {
    this.#settings = settings;
    this.#limit = settings.maxConcurrency;
  }

  /** How many requests may be under way at once. */
  get limit(): number {
    return this.#limit;
  }

  /** Lowers the limit. Requests that are under way are not affected. */
  limitTo(limit: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, limit));
  }

  /**
   * Sends a request and reads the whole response.
   *
   * @throws {NoResponse} when there is no complete response
   * @throws {Inconclusive} when the rate limit lasts too long, or the verification was stopped
   */
  async send(request: RawRequest): Promise<RawResponse> {
    let deadline: number | undefined;
    for (;;) {
      await this.#begin(deadline !== undefined);
      try {
        while (performance.now() < this.#pausedUntil) {
          await pause(this.#pausedUntil - performance.now(), this.#settings.stop);
        }
        const sentAt = performance.now();
        deadline ??= sentAt + Math.min(maxWait, this.#waitLeft);
        const response = await this.#sendOnce(request);
        if (response.status !== 429) {
          return response;
        }
        this.#slowDown(response, sentAt, deadline);
      } finally {
        this.#underWay -= 1;
        this.#startNext();
      }
    }
  }

  /** Waits until fewer than the limit are under way; a request that is sent again goes first. */
  async #begin(isAgain: boolean): Promise<void> {
    const started = new Promise<void>((start) => {
      this.#waiting[isAgain ? 'unshift' : 'push'](start);
    });
    this.#startNext();
    await started;
  }

  #startNext(): void {
    while (this.#underWay < this.#limit && this.#waiting.length > 0) {
      this.#underWay += 1;
      this.#waiting.shift()?.();
    }
  }

  async #sendOnce({ method, path, headers: own, body }: RawRequest): Promise<RawResponse> {
    const { url, headers: common, timeout, maxResponse, stop, fetch } = this.#settings;
    stop.throwIfAborted();
    const headers = new Headers({ 'User-Agent': userAgent });
    for (const [name, value] of [...common, ...Object.entries(own)]) {
      headers.set(name, value);
    }
    const abort = new AbortController();
    let begun: Begun | undefined;
    const endTimer = this.#startTimer(() => {
      const what = begun === undefined ? 'none' : 'the rest did not';
      abort.abort(new NoResponse(`${what} within ${timeout} ms`, begun, timeout));
    });
    const onStop = () => abort.abort(stop.reason);
    stop.addEventListener('abort', onStop);
    try {
      const init = { method, headers, body: body ?? null, signal: abort.signal };
      const response = await fetch(`${url}${path}`, init);
      begun = describeBegun(response, 0);
      const bytes = await readBytes(response, maxResponse, (size) => {
        begun = describeBegun(response, size);
      });
      for (const restart of this.#timers) {
        restart();
      }
      return { status: response.status, headers: response.headers, bytes };
    } catch (error) {
      // The error of an aborted request wraps the reason.
      abort.signal.throwIfAborted();
      throw new NoResponse(describeNetworkError(error), begun);
    } finally {
      endTimer();
      stop.removeEventListener('abort', onStop);
    }
  }

  /**
   * Starts the time that a response has. A provider may handle one request after another: so each response
   * to another request gives it the whole time again, as if it was sent only then.
   */
  #startTimer(onTimeout: () => void): () => void {
    // Every request that was sent before, or is handled before, may delay it once.
    let restarts = this.#limit;
    // Not AbortSignal.timeout: its timer does not keep the process alive.
    const timer = setTimeout(onTimeout, this.#settings.timeout);
    const restart = () => {
      restarts -= 1;
      if (restarts >= 0) {
        timer.refresh();
      }
    };
    this.#timers.add(restart);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(restart);
    };
  }

  /**
   * Heeds the rate limit of a provider (429), which the document does not exclude (section 8). While it
   * lasts, no request is sent; then at most half as many at once.
   */
  #slowDown(response: RawResponse, sentAt: number, deadline: number): void {
    const now = performance.now();
    const until = now + parseRetryAfter(response);
    if (until > deadline) {
      // Waiting was in vain: it is not tried again.
      this.#waitLeft = 0;
      throw new Inconclusive(
        'the rate limit of the provider (429) lasts too long; set --api-key to a key without such a limit',
      );
    }
    if (until > this.#pausedUntil) {
      this.#waitLeft -= until - Math.max(now, this.#pausedUntil);
      this.#pausedUntil = until;
    }
    // All that was under way may be rejected: that counts once.
    if (sentAt > this.#loweredAt) {
      this.#loweredAt = now;
      this.limitTo(Math.floor(this.#limit / 2));
    }
  }
}
