import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib';

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

/** An idle connection is closed after this time, in milliseconds: most servers wait longer. */
const maxIdle = 500;
const agents = {
  'http:': new HttpAgent({ keepAlive: true, timeout: maxIdle }),
  'https:': new HttpsAgent({ keepAlive: true, timeout: maxIdle }),
};

/** @returns undefined if the server closed a connection that was used before, and sent nothing */
function sendOnce(
  url: URL,
  { method, headers, body, signal }: FetchInit,
  agent: HttpAgent | false,
): Promise<FetchResponse | undefined> {
  return new Promise((resolve, reject) => {
    let read = 0;
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: { 'Accept-Encoding': 'gzip, deflate, br', ...Object.fromEntries(headers) },
      agent,
      signal,
    });
    request.once('socket', ({ bytesRead }) => {
      read = bytesRead;
    });
    request.once('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('the response switches to another protocol'));
    });
    request.once('response', (response) => {
      const head = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const { statusCode: status = 0 } = response;
      if (status < 200 || status > 599) {
        reject(new Error(`the response has the invalid status ${status}`));
        request.destroy();
        return;
      }
      resolve({ status, headers: new Headers(head), body: decodeBody(response) });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (isClosed && request.reusedSocket && request.socket?.bytesRead === read) {
        resolve(undefined);
      } else {
        reject(error);
      }
    });
    request.end(body ?? undefined);
  });
}

/**
 * Sends a request like `fetch`, and follows no redirect. A server may close an idle connection just when
 * a request is sent: GET is then sent once more, on a new connection; POST may have created a pet.
 */
export const fetchOverHttp: Fetch = async (address, init) => {
  const url = new URL(address);
  const agent = agents[url.protocol as keyof typeof agents];
  const response =
    (await sendOnce(url, init, agent)) ??
    (init.method === 'GET' ? await sendOnce(url, init, false) : undefined);
  if (response === undefined) {
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  }
  return response;
};
