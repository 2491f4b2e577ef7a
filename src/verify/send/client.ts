import { setMaxListeners } from 'node:events';
import { describeNetworkError } from '../../base/network-error.js';
import { realTime } from '../../base/real-time.js';
import type { ReceivedResponse } from '../../document/responses.js';
import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import { Inconclusive } from '../result.js';

/** A request as it is sent; the path is relative to the base URL: `/pets?limit=1`. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or bytes that need not be UTF-8. */
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
}

export interface RawResponse extends ReceivedResponse {
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface FetchInit extends RequestInit {
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

/** The part of a `fetch` that verification uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

export const isSuccess = (status = 0) => status >= 200 && status < 300;

/** True of no response (0), too. */
export const isCrash = (status: number) => status === 0 || status >= 500;

/** Stands for no response, or one that is not HTTP, not complete or too large. */
export class NoResponse extends Error implements RawResponse {
  readonly status = 0;
  readonly headers = new Headers();
  readonly bytes = new Uint8Array();

  /** @param hasHead whether there is a head, and the body is not what it announces */
  constructor(
    message: string,
    readonly hasHead = false,
  ) {
    super(message);
  }
}

const maxConcurrency = 20;
const maxResponseBytes = 2 * 2 ** 20;
/** Wait after a response without a number of seconds in Retry-After, in milliseconds. */
const defaultWait = 1_000;

/** Reads how long a provider wants no requests, in milliseconds: seconds or a date (RFC 9110, 10.2.3). */
function readWait(headers: Headers): number {
  const after = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(after)
    ? Number(after) * 1_000
    : Date.parse(after) - realTime.Date.now();
  return wait > 0 ? wait : defaultWait;
}

/** Sends requests to a provider, a limited number at once, and waits when it asks for that. */
export class Client {
  readonly #stopped = new AbortController();
  /** Ends all requests and waits: at the deadline, by the caller, or for a rate limit. Its reason is an {@link Inconclusive}. */
  readonly stop = this.#stopped.signal;
  limit = maxConcurrency;
  /** Why fewer than at first, if so. */
  limitReason = '';
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #pausedUntil = 0;

  /** @param waitLeft for the rate limit (429), in milliseconds, for all requests together */
  constructor(
    readonly options: ResolvedVerifyOptions,
    signal: AbortSignal | undefined,
    readonly fetch: Fetch = globalThis.fetch,
    private waitLeft = 60_000,
  ) {
    // Each request and each wait listens.
    setMaxListeners(0, this.stop);
    const late = `the deadline of ${options.deadline} ms passed (--deadline)`;
    realTime.setTimeout(() => this.#end(late), options.deadline).unref();
    const onAbort = () =>
      this.#end(`it was stopped (${signal?.reason?.message ?? signal?.reason})`);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) {
      onAbort();
    }
  }

  #end(reason: string): void {
    this.#stopped.abort(new Inconclusive(reason));
  }

  /** Waits; when the verification is stopped, rejects with the reason. */
  async pause(milliseconds: number): Promise<void> {
    this.stop.throwIfAborted();
    await new Promise<void>((resolve) => {
      const timer = realTime.setTimeout(resolve, milliseconds);
      this.stop.addEventListener('abort', () => {
        realTime.clearTimeout(timer);
        resolve();
      });
    });
    this.stop.throwIfAborted();
  }

  /**
   * Sends a request and reads the whole response, or returns a {@link NoResponse}.
   *
   * @throws {Inconclusive} when the rate limit lasts too long, or the verification was stopped
   */
  async send(request: RawRequest): Promise<RawResponse> {
    for (;;) {
      while (this.#underWay >= this.limit) {
        await new Promise<void>((start) => this.#waiting.push(start));
      }
      this.#underWay += 1;
      try {
        while (realTime.performance.now() < this.#pausedUntil) {
          await this.pause(this.#pausedUntil - realTime.performance.now());
        }
        const response = await this.#sendOnce(request);
        const { status, headers } = response;
        if (status !== 429 && !(status === 503 && headers.has('retry-after'))) {
          return response;
        }
        this.#slowDown(response);
      } finally {
        this.#underWay -= 1;
        this.#waiting.shift()?.();
      }
    }
  }

  async #sendOnce({ method, path, headers: own, body }: RawRequest): Promise<RawResponse> {
    const { url, header: common, timeout } = this.options;
    // A server may close an idle connection just when it is used again, and createPet must not be sent twice.
    const headers = new Headers({ 'User-Agent': 'animal-store-verify', Connection: 'close' });
    for (const [name, value] of [...common, ...Object.entries(own)]) {
      headers.set(name, value);
    }
    const late = new AbortController();
    const timer = realTime.setTimeout(() => late.abort(), timeout);
    this.#timers.add(timer);
    const signal = AbortSignal.any([this.stop, late.signal]);
    // A text would get a Content-Type; a stream has no length, and is sent in chunks.
    const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? null);
    const sent = headers.has('transfer-encoding') && bytes ? new Blob([bytes]).stream() : bytes;
    headers.delete('transfer-encoding');
    let hasHead = false;
    try {
      signal.throwIfAborted();
      const init = {
        method,
        headers,
        body: sent,
        duplex: 'half',
        redirect: 'manual',
        signal,
      } as const;
      const response = await this.fetch(url + path, init);
      const chunks: Uint8Array[] = [];
      let size = 0;
      hasHead = true;
      // The DOM's types do not declare that a stream is iterable.
      for await (const chunk of (response.body as AsyncIterable<Uint8Array> | null) ?? []) {
        size += chunk.length;
        if (size > maxResponseBytes) {
          return new NoResponse(`it has more than ${maxResponseBytes} bytes`);
        }
        chunks.push(chunk);
      }
      return { status: response.status, headers: response.headers, bytes: Buffer.concat(chunks) };
    } catch (error) {
      // The error of an aborted request wraps the reason.
      this.stop.throwIfAborted();
      return late.signal.aborted
        ? new NoResponse(`nothing more within ${timeout} ms (--timeout)`)
        : new NoResponse(describeNetworkError(error as Error), hasHead);
    } finally {
      realTime.clearTimeout(timer);
      this.#timers.delete(timer);
      // A provider may answer one request after another: each response gives the others the whole time again.
      for (const other of this.#timers) {
        other.refresh();
      }
    }
  }

  /** Sends no request while a rate limit lasts, which the document does not exclude (section 8); then one at a time. */
  #slowDown({ status, headers }: RawResponse): void {
    const now = realTime.performance.now();
    this.limit = 1;
    this.limitReason = `a rate limit (${status})`;
    const from = Math.max(now, this.#pausedUntil);
    this.#pausedUntil = Math.max(now + readWait(headers), from);
    this.waitLeft -= this.#pausedUntil - from;
    if (this.waitLeft < 0) {
      this.#end(
        `the rate limit of the provider (${status}) lasts too long; set --api-key to a key without such a limit`,
      );
    }
  }
}
