import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The part of a `fetch` that verification uses. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** A request as it is sent. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly signal: AbortSignal;
}

/** A response whose head was read. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const decodeBody = (response: IncomingMessage): Readable =>
  response.headers['content-encoding']?.toLowerCase() === 'gzip'
    ? // The reader of the last stream gets the errors.
      pipeline(response, createGunzip(), () => {})
    : response;

const agents = {
  http: new HttpAgent({ keepAlive: true }),
  https: new HttpsAgent({ keepAlive: true }),
};

/**
 * Sends a request like `fetch`, and follows no redirect. Each has a connection of its own, because a server
 * may close an idle one just when it is used again, and createPet must not be sent twice. Only a request
 * without a key asks to keep its connection, so sending that one again does no harm.
 */
export const fetchOverHttp: Fetch = (url, init) => {
  const { method, headers: own, body, signal } = init;
  const [send, kept] = url.startsWith('https:')
    ? ([requestHttps, agents.https] as const)
    : ([requestHttp, agents.http] as const);
  const agent = own.get('connection') === 'keep-alive' && kept;
  const headers = { 'Accept-Encoding': 'gzip', ...Object.fromEntries(own) };
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, agent, signal });
    request.once('response', (response) => {
      const head = Object.entries(response.headers).map(([name, value]) => [name, `${value}`]);
      const { statusCode: status = 0 } = response;
      if (status < 200 || status > 599) {
        reject(new Error(`the response has the invalid status ${status}`));
        request.destroy();
        return;
      }
      resolve({
        status,
        headers: new Headers(head as [string, string][]),
        body: decodeBody(response),
      });
    });
    request.on('error', (error) => {
      if (!request.reusedSocket) {
        reject(error);
        return;
      }
      own.delete('connection');
      resolve(fetchOverHttp(url, init));
    });
    request.end(body ?? undefined);
  });
};

const closed = 'the connection was closed before the response was complete';

/** Descriptions of frequent errors, by code, or by message for those without one. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: no server listens there',
  ENOTFOUND: 'unknown host',
  ECONNRESET: 'the connection was reset before the response was complete',
  'socket hang up': closed,
  aborted: closed,
  'Premature close': closed,
  EPIPE: 'the connection was closed before the request was read',
};

/** Describes why there is no response. */
export function describeNetworkError(error: unknown): string {
  // One for each address of the host.
  const [first = error] = (error as Partial<AggregateError>).errors ?? [];
  const { code = '', message } = first as NodeJS.ErrnoException;
  // OpenSSL reads the beginning of an HTTP response as the version or the length of a TLS record.
  if (/wrong version number|packet length too long/.test(message)) {
    return 'the server does not use TLS; for plain HTTP, use a URL that begins with http://';
  }
  if (/SELF_SIGNED|UNABLE_TO/.test(code)) {
    return `the certificate is not trusted (${message}); set NODE_EXTRA_CA_CERTS to the file of its authority`;
  }
  return reasons[message] ?? reasons[code] ?? message;
}
