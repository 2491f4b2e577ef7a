import type { IncomingMessage } from 'node:http';
import { SimulatorError } from '../engine/interface/errors.js';
import { getHeader } from '../engine/interface/headers.js';
import type { ServiceRequest } from '../engine/interface/message.js';

/** Path and query, as they were sent. */
export type Target = Pick<ServiceRequest, 'path' | 'query'>;

export function readTarget({ url = '/' }: IncomingMessage): Target {
  // A client may send scheme and host too (RFC 9112, 3.2.2).
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/**
 * The body that an earlier middleware left; nothing when none has read it.
 *
 * @throws {SimulatorError} when its bytes are gone, as int64 is exact only in them
 */
function findEarlierBody(request: IncomingMessage): Uint8Array | undefined {
  const { body } = request as IncomingMessage & { readonly body?: unknown };
  if (body instanceof Uint8Array) {
    return body;
  }
  if (typeof body === 'string') {
    return new TextEncoder().encode(body);
  }
  if (body !== undefined || request.readableEnded) {
    throw new SimulatorError(
      'simulator_body_already_read',
      'The body was read before it reached the simulator. Mount simulator.middleware() before ' +
        'express.json() and other body parsers.',
    );
  }
  return undefined;
}

/**
 * Bytes of an oversized body that are still read: a client that sends all of it before it reads would
 * otherwise see a reset connection instead of the 413.
 */
const maxDropped = 16 * 1024 ** 2;

/** Joins the chunks of a body. A client may send bytes one by one, and each chunk takes 100 bytes more. */
export class BodyBuffer {
  #bytes: Uint8Array = new Uint8Array();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    const size = this.#size + chunk.length;
    if (this.#size === 0) {
      // Nearly always the only one, so it isn't copied.
      this.#bytes = chunk;
    } else {
      if (size > this.#bytes.length) {
        const larger = new Uint8Array(size * 2);
        larger.set(this.bytes());
        this.#bytes = larger;
      }
      this.#bytes.set(chunk, this.#size);
    }
    this.#size = size;
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#size);
  }
}

/** What a body may take. */
export interface BodyLimits {
  readonly maxBody: number;
  /** Called once for a body of more than 64 KiB; when there is no room for it, nothing more is read. */
  readonly makeRoom: (bytes: number) => boolean;
}

/** The number of connections bounds the memory for bodies up to this size. */
export const smallBody = 64 * 1024;

/** Collects a body; nothing of an oversized one is kept. `done` isn't called when it breaks off. */
function collectBody(
  request: IncomingMessage,
  { maxBody, makeRoom }: BodyLimits,
  done: (body: Uint8Array | 'too-large') => void,
): void {
  let body = new BodyBuffer();
  let size = 0;
  const onEnd = () => done(size > maxBody ? 'too-large' : body.bytes());
  const onData = (chunk: Uint8Array) => {
    const isSmall = size <= smallBody;
    size += chunk.length;
    if (isSmall && size > smallBody && size <= maxBody) {
      const length = Number(request.headers['content-length'] ?? maxBody);
      // A buffer that grows is up to twice as large as the body.
      if (!makeRoom(Math.min(length, maxBody) * 2)) {
        request.off('data', onData).off('end', onEnd);
        return;
      }
    }
    if (size <= maxBody) {
      body.add(chunk);
      return;
    }
    body = new BodyBuffer();
    if (size > maxBody + maxDropped) {
      request.off('data', onData).off('end', onEnd);
      done('too-large');
    }
  };
  request.on('data', onData).on('end', onEnd);
}

/**
 * Reads a request of Node.js into plain values. `done` isn't called when the client breaks off.
 *
 * @throws {SimulatorError} when another middleware has read the body
 */
export function readRequest(
  request: IncomingMessage,
  target: Target,
  limits: BodyLimits,
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
  // Only the body of a POST has a meaning (section 4).
  if (request.method !== 'POST') {
    finish(undefined);
    return;
  }
  const earlier = findEarlierBody(request);
  if (earlier === undefined) {
    collectBody(request, limits, finish);
  } else {
    finish(earlier.length > limits.maxBody ? 'too-large' : earlier);
  }
}
