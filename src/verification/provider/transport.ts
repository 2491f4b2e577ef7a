import type { ReadableStream } from 'node:stream/web';
import { Inconclusive } from '../result.js';

/** OpenSSL reads the beginning of an HTTP response as the version or the length of a TLS record. */
const noTls = 'the server does not use TLS; for plain HTTP, use a URL that begins with http://';

/** Descriptions of network errors, by code, or by message for those without one. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: no server listens there',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network of the host is unreachable',
  ECONNRESET: 'the connection was reset before the response was complete',
  EPIPE: 'the connection was closed before the request was read',
  'bad port': 'fetch blocks this port (Fetch Standard, 2.9)',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the response has another length than Content-Length',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  CERT_HAS_EXPIRED: 'the certificate has expired',
};

/** Reads a text property of an error, such as `code`, or OpenSSL's `reason`. */
function readText(error: unknown, property: 'code' | 'reason'): string | undefined {
  const value = (error as Readonly<Record<string, unknown>>)[property];
  return typeof value === 'string' ? value : undefined;
}

/** The innermost cause is the most specific; `fetch` wraps all of them in "fetch failed". */
function findInnermost(error: unknown): unknown {
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown[] };
  const inner = cause ?? errors?.[0];
  return inner instanceof Error ? findInnermost(inner) : error;
}

/** Describes why there is no response. */
export function describeNetworkError(error: unknown, timeout: number): string {
  const cause = findInnermost(error);
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return `no complete response within ${timeout} ms`;
  }
  const code = readText(cause, 'code') ?? '';
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = reasons[code] ?? reasons[message];
  if (reason !== undefined) {
    return reason;
  }
  if (code.startsWith('HPE_')) {
    return `the response is not HTTP (${message})`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate is for another host (${message})`;
  }
  if (code.startsWith('ERR_SSL_')) {
    return `the TLS handshake failed (${readText(cause, 'reason') ?? message})`;
  }
  if (/CERT|TLS|SIGNATURE/.test(code)) {
    return `the certificate is not trusted (${message}); set NODE_EXTRA_CA_CERTS to the file of its authority`;
  }
  return message;
}

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
}

/** Sends one request and reads the whole response. */
export type Transport = (request: RawRequest) => Promise<RawResponse>;

export interface TransportSettings {
  readonly url: string;
  /** Milliseconds that one response may take, from the first byte sent to the last one read. */
  readonly timeout: number;
  /** Bytes that one response may have, after decompression. */
  readonly maxResponse: number;
  /** Ends the request that is under way and rejects all others; its reason is an {@link Inconclusive}. */
  readonly stop: AbortSignal;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** Maximum wait for the rate limit (429) per request, in milliseconds. */
const maxWait = 20_000;
/** The same for all requests together. */
const maxTotalWait = 60_000;
/** Wait after a 429 with no Retry-After, or with a past one, in milliseconds. */
const defaultWait = 1_000;

async function readBytes({ body }: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = Buffer.alloc(0);
  let size = 0;
  // The DOM's types do not declare that a stream is iterable.
  for await (const chunk of (body as ReadableStream<Uint8Array> | null) ?? []) {
    if (size + chunk.length > max) {
      throw new NoResponse(
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

async function sendOnce(settings: TransportSettings, request: RawRequest): Promise<RawResponse> {
  const { url, timeout, maxResponse, stop, fetch } = settings;
  stop.throwIfAborted();
  const headers = new Headers(request.headers);
  headers.set('User-Agent', 'animal-store-verify');
  const abort = new AbortController();
  // Not AbortSignal.timeout: its timer does not keep the process alive.
  const timer = setTimeout(() => abort.abort(new DOMException('', 'TimeoutError')), timeout);
  const onStop = () => abort.abort(stop.reason);
  stop.addEventListener('abort', onStop);
  try {
    const response = await fetch(`${url}${request.path}`, {
      method: request.method,
      headers,
      body: request.body ?? null,
      redirect: 'manual',
      signal: abort.signal,
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: await readBytes(response, maxResponse),
    };
  } catch (error) {
    stop.throwIfAborted();
    throw error instanceof NoResponse
      ? error
      : new NoResponse(describeNetworkError(error, timeout));
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

/** Parses Retry-After, a number of seconds or a date (RFC 9110, 10.2.3), to milliseconds. */
function parseRetryAfter({ headers }: RawResponse): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : defaultWait;
}

/**
 * Creates the transport to a provider. After a 429 it waits as Retry-After says, because the document
 * does not exclude rate limits (section 8). Once waiting was in vain, or took too long in total, it
 * stops waiting.
 *
 * @throws {NoResponse} when there is no complete response
 * @throws {Inconclusive} when the rate limit lasts too long, or the verification was stopped
 */
export function createTransport(settings: TransportSettings): Transport {
  let left = maxTotalWait;
  return async (request) => {
    const deadline = performance.now() + Math.min(maxWait, left);
    for (;;) {
      const response = await sendOnce(settings, request);
      if (response.status !== 429) {
        return response;
      }
      const wait = parseRetryAfter(response);
      if (performance.now() + wait > deadline) {
        break;
      }
      left -= wait;
      await pause(wait, settings.stop);
    }
    left = 0;
    throw new Inconclusive(
      'the rate limit of the provider (429) lasts too long; set --api-key to a key without such a limit',
    );
  };
}
