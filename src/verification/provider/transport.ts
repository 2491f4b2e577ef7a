import { NotProved } from '../verdict.js';

/** OpenSSL reads the beginning of an HTTP answer as the version or the length of a TLS record. */
const noTls = 'no TLS is spoken there; if it is plain HTTP, give the address with http://';

/** What a lost connection's code, or the message of one without, means. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused: nothing listens there',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'no way leads to the host',
  ENETUNREACH: 'no way leads to the network of the host',
  ECONNRESET: 'the connection was reset before the answer was complete',
  EPIPE: 'the connection was closed before the request was read',
  'bad port': 'the port is one that fetch never calls (Fetch Standard, 2.9)',
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about',
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are too large",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the answer's length is not the one it announced",
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  CERT_HAS_EXPIRED: 'the certificate has expired',
};

function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** OpenSSL's own words, without the numbers and source lines around them. */
function reasonOf(error: unknown): string | undefined {
  const { reason } = error as { readonly reason?: unknown };
  return typeof reason === 'string' ? reason : undefined;
}

/** The innermost cause says most; `fetch` wraps all of them in "fetch failed". */
function innermost(error: unknown): unknown {
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown[] };
  const inner = cause ?? errors?.[0];
  return inner instanceof Error ? innermost(inner) : error;
}

/** Why no answer came, in words. */
export function describeLoss(error: unknown, timeout: number): string {
  const cause = innermost(error);
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return `no complete answer within ${timeout} ms`;
  }
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = reasons[code] ?? reasons[message];
  if (reason !== undefined) {
    return reason;
  }
  if (code.startsWith('HPE_')) {
    return `what came is not HTTP (${message})`;
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate is for another host (${message})`;
  }
  if (code.startsWith('ERR_SSL_')) {
    return `no TLS connection came about (${reasonOf(cause) ?? message})`;
  }
  if (/CERT|TLS|SIGNATURE/.test(code)) {
    return `the certificate is not trusted (${message}); name its authority with NODE_EXTRA_CA_CERTS`;
  }
  return message;
}

/** A request as it is to be sent; the path is relative to the provider's address: `/pets?limit=1`. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
}

/** An answer that came whole. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The provider didn't answer, or not in HTTP, or without end. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Sends one request and reads its answer whole. */
export type Transport = (request: RawRequest) => Promise<RawAnswer>;

export interface TransportSettings {
  /** The address that paths are appended to. */
  readonly url: string;
  /** Milliseconds that one answer may take, from the first byte sent to the last one read. */
  readonly timeout: number;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

/** A page of 100 pets is far below it; whoever sends more would send without end. */
const maxBytes = 16 * 1024 ** 2;
/** How long a call may be put off by 429 in all, in milliseconds. */
const longestWait = 20_000;
/** How long all calls together may be put off by 429, in milliseconds. */
const longestWaitInAll = 60_000;
/** How long is waited when a 429 doesn't say, or asks for no wait at all, in milliseconds. */
const usualWait = 1_000;

/** By hand: the types of browsers don't know that a stream can be iterated over. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) {
        return;
      }
      yield part.value;
    }
  } finally {
    await reader?.cancel();
  }
}

async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(response)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) {
      throw new NoAnswer(`an answer of more than ${maxBytes} bytes; the rest was not read`);
    }
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

async function sendOnce(settings: TransportSettings, request: RawRequest): Promise<RawAnswer> {
  const { url, timeout, fetch } = settings;
  const headers = new Headers(request.headers);
  headers.set('User-Agent', 'animal-store-verify');
  const deadline = new AbortController();
  // Not AbortSignal.timeout: that one lets the process end while a lost connection is waited for.
  const timer = setTimeout(() => deadline.abort(new DOMException('', 'TimeoutError')), timeout);
  try {
    const response = await fetch(`${url}${request.path}`, {
      method: request.method,
      headers,
      body: request.body ?? null,
      redirect: 'manual',
      signal: deadline.signal,
    });
    return {
      status: response.status,
      headers: response.headers,
      bytes: await readBytes(response),
    };
  } catch (error) {
    throw error instanceof NoAnswer ? error : new NoAnswer(describeLoss(error, timeout));
  } finally {
    clearTimeout(timer);
  }
}

/** Retry-After in milliseconds: it is a number of seconds or a date (RFC 9110, 10.2.3). */
function waitAsked({ headers }: RawAnswer): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : usualWait;
}

/**
 * A transport to a provider. A 429 is waited for, as Retry-After says: rate limits are not in the
 * document (section 8), so a provider may have them. Once that was in vain, or all the waiting has come
 * to too much, it isn't tried again.
 *
 * @throws {NoAnswer} when no whole answer came
 * @throws {NotProved} when the provider's rate limit can't be waited for
 */
export function createTransport(settings: TransportSettings): Transport {
  let left = longestWaitInAll;
  return async (request) => {
    const deadline = performance.now() + Math.min(longestWait, left);
    for (;;) {
      const answer = await sendOnce(settings, request);
      if (answer.status !== 429) {
        return answer;
      }
      const wait = waitAsked(answer);
      if (performance.now() + wait > deadline) {
        break;
      }
      left -= wait;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    left = 0;
    throw new NotProved(
      'the provider limits the rate of calls (429) for longer than can be waited; give a key with --api-key that has no such limit',
    );
  };
}
