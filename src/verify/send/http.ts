import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib';
import { Inconclusive } from '../result.js';

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

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decodeBody(response: IncomingMessage): Readable {
  const create = decoders[response.headers['content-encoding']?.toLowerCase() ?? ''];
  // The reader of the last stream gets the errors.
  return create === undefined ? response : pipeline(response, create(), () => {});
}

/** Servers that close idle connections: there, each POST has a connection of its own. */
const impatient = new Set<string>();

/** An idle connection is closed after this time, in milliseconds: most servers wait longer. */
const maxIdle = 500;
const agents = {
  http: new HttpAgent({ keepAlive: true, timeout: maxIdle }),
  https: new HttpsAgent({ keepAlive: true, timeout: maxIdle }),
};

function sendOver(url: string, init: FetchInit, isNew: boolean): Promise<FetchResponse> {
  const { method, headers: own, body, signal } = init;
  const { origin } = new URL(url);
  const [send, agent] = url.startsWith('https:')
    ? ([requestHttps, agents.https] as const)
    : ([requestHttp, agents.http] as const);
  const isOwn = own.get('connection') === 'close' || (method === 'POST' && impatient.has(origin));
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { 'Accept-Encoding': 'gzip, deflate, br', ...Object.fromEntries(own) },
      agent: isNew || isOwn ? false : agent,
      signal,
    });
    request.once('response', (response) => {
      const head = Object.entries(response.headers).map(([name, value]) => [name, `${value}`]);
      const { statusCode: status = 0 } = response;
      if (status < 200 || status > 599) {
        reject(new Error(`the response has the invalid status ${status}`));
        request.destroy();
        return;
      }
      if (status >= 500) {
        // After a crash, many servers close the connection without saying so.
        const { socket } = response;
        response.once('end', () => socket.destroy());
      }
      const headers = new Headers(head as [string, string][]);
      resolve({ status, headers, body: decodeBody(response) });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A server may close an idle connection just when a request is sent. POST may have created a pet.
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (!isClosed || !request.reusedSocket) {
        reject(error);
        return;
      }
      impatient.add(origin);
      if (method === 'GET') {
        resolve(sendOver(url, init, true));
      } else {
        reject(
          new Inconclusive(
            'the server closed the connection that earlier requests had used; createPet is not sent twice',
          ),
        );
      }
    });
    request.end(body ?? undefined);
  });
}

/** Sends a request like `fetch`, and follows no redirect. */
export const fetchOverHttp: Fetch = (url, init) => sendOver(url, init, false);

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
