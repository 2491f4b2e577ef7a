import type { IncomingMessage } from 'node:http';
import { decodeUtf8 } from '../base/text.js';
import { SimulatorError } from '../document/errors.js';
import { type Header, joinHeaders, type ServiceRequest } from '../document/message.js';
import { isSafe } from '../document/operations.js';

type Mounted = IncomingMessage & { readonly originalUrl?: string };

export type RequestTarget = Pick<ServiceRequest, 'path' | 'query'>;

/** The text of a body, or why it isn't whole. */
type Body = Pick<ServiceRequest, 'body' | 'bytes' | 'bodyProblem'>;

/** Maximum size of a body in front of another service, in bytes. */
export const maxForwarded = 16 * 2 ** 20;

export function readTarget({ url = '/' }: IncomingMessage): RequestTarget {
  // A client may send scheme and host too (RFC 9112, 3.2.2).
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The origin that a client calls: `http://127.0.0.1:4010`. A proxy before this server names its own. */
export function getOrigin(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  socket: object,
): string {
  // The first of several proxies is the one that the client calls.
  const getFirst = (name: string) => headers[name]?.toString().split(',', 1)[0]?.trim();
  const isSecure = 'encrypted' in socket || getFirst('x-forwarded-proto') === 'https';
  // HTTP/2 has an authority instead of a host.
  const host = headers.host ?? headers[':authority'] ?? 'localhost';
  return `${isSecure ? 'https' : 'http'}://${getFirst('x-forwarded-host') ?? host}`;
}

/** The path where it is mounted: in Vite the console isn't at the root, but service and admin interface are. */
export const getMount = ({ url = '', originalUrl = url }: Mounted) =>
  originalUrl.slice(0, originalUrl.length - url.length);

/** Pairs names and values: Node's own `headers` drops some, such as a second `Authorization`. */
export function pairHeaders(rawHeaders: readonly string[]): Header[] {
  const headers: Header[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] as string, rawHeaders[index + 1] as string]);
  }
  return headers;
}

export function decodeBody(bytes: Uint8Array, maxBody: number): Body {
  if (bytes.length > maxBody) {
    return { bodyProblem: 'too-large' };
  }
  // A byte order mark stays, as JSON must not begin with one.
  const body = decodeUtf8(bytes, true);
  return body === undefined
    ? { body: new TextDecoder().decode(bytes), bytes, bodyProblem: 'not-utf8' }
    : { body };
}

/**
 * Collects a body, unless the client breaks off. The rest of an oversized one is read and dropped: a client that
 * sends all of it before it reads would otherwise see a reset connection instead of the 413.
 */
function collectBody(request: IncomingMessage, maxBody: number): Promise<Body> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > maxBody) {
        resolve({ bodyProblem: 'too-large' });
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(decodeBody(Buffer.concat(chunks), maxBody)));
  });
}

/** @throws {SimulatorError} when another middleware has read the body, as int64 is exact only in its bytes */
export function readHttpRequest(
  request: IncomingMessage,
  { path, query }: RequestTarget,
  maxBody: number,
): ServiceRequest | Promise<ServiceRequest> {
  const { method = 'GET', rawHeaders } = request;
  const headers = joinHeaders(pairHeaders(rawHeaders));
  const base = getOrigin(headers, request.socket) + getMount(request);
  const head = { method, base, path, query, headers };
  // Only the body of a POST has a meaning here (section 4); another service may read others.
  if (isSafe(method)) {
    return head;
  }
  const { body, readableEnded } = request as IncomingMessage & { readonly body?: unknown };
  if (body !== undefined || readableEnded) {
    throw new SimulatorError(
      'simulator_body_already_read',
      'The body was read before it reached the simulator. Mount simulator.middleware() before ' +
        'express.json() and other body parsers.',
    );
  }
  return collectBody(request, maxBody).then((collected) => ({ ...head, ...collected }));
}
