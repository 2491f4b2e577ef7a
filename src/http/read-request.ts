import type { IncomingMessage } from 'node:http';
import { getHeader, type ServiceRequest } from '../engine/interface/message.js';

/** The middleware can't see the body's bytes: another one, such as `express.json()`, was first. */
export class BodyAlreadyRead extends Error {
  override readonly message =
    'The body was read before the simulator could. int64 is exact only in the bytes that were ' +
    'sent: mount simulator.middleware() before express.json() and other body parsers.';
}

/** The target without scheme and host, which a client may send too (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
}

/** Path and query of a request, as they were sent. */
type Target = Pick<ServiceRequest, 'path' | 'query'>;

export function readTarget(request: IncomingMessage): Target {
  const target = originForm(request.url ?? '/');
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** The body that an earlier middleware left: its bytes, nothing, or something made of them. */
function bodyReadBefore(request: IncomingMessage): Uint8Array | BodyAlreadyRead | undefined {
  const { body } = request as IncomingMessage & { readonly body?: unknown };
  if (body instanceof Uint8Array) {
    return body;
  }
  if (typeof body === 'string') {
    return new TextEncoder().encode(body);
  }
  if (body !== undefined || request.readableEnded) {
    return new BodyAlreadyRead();
  }
  return undefined;
}

/**
 * So much of a body that is too large is still read and dropped: a client that sends all of it before
 * it reads would otherwise see a reset connection instead of the 413.
 */
const maxDropped = 16 * 1024 ** 2;

/** Collects a body; of one that is too large nothing is kept. Ends with nothing when it breaks off. */
function collectBody(
  request: IncomingMessage,
  maxBody: number,
  done: (body: Uint8Array | 'too-large') => void,
): void {
  let chunks: Uint8Array[] = [];
  let size = 0;
  const onEnd = () => done(size > maxBody ? 'too-large' : Buffer.concat(chunks));
  const onData = (chunk: Uint8Array) => {
    size += chunk.length;
    if (size <= maxBody) {
      chunks.push(chunk);
      return;
    }
    chunks = [];
    if (size > maxBody + maxDropped) {
      request.off('data', onData).off('end', onEnd);
      done('too-large');
    }
  };
  request.on('data', onData).on('end', onEnd);
}

/** Turns a Node.js request into plain values. Nothing is called when the client breaks off. */
export function readRequest(
  request: IncomingMessage,
  target: Target,
  maxBody: number,
  failed: (error: BodyAlreadyRead) => void,
  done: (request: ServiceRequest) => void,
): void {
  const finish = (body: ServiceRequest['body']) =>
    done({
      method: request.method ?? 'GET',
      path: target.path,
      query: target.query,
      body,
      rawHeaders: request.rawHeaders,
      // Node's own `headers` hides repeated ones, such as two `Authorization`.
      header: (name) => getHeader(request.rawHeaders, name),
    });
  // Only POST has a body that means something (section 4).
  if (request.method !== 'POST') {
    finish(undefined);
    return;
  }
  const before = bodyReadBefore(request);
  if (before === undefined) {
    collectBody(request, maxBody, finish);
  } else if (before instanceof BodyAlreadyRead) {
    failed(before);
  } else {
    finish(before.length > maxBody ? 'too-large' : before);
  }
}
