import type { IncomingMessage } from 'node:http';
import { createBadRequest, SimulatorError } from '../engine/interface/errors.js';
import { BodyBuffer } from '../http/read-request.js';
import { checkSize } from './call.js';

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** @throws {SimulatorError} when a header names a compression, or a charset other than UTF-8 */
export function checkCoding({ headers }: IncomingMessage): void {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new SimulatorError(
      'unsupported_media_type',
      `The body must not be compressed; got Content-Encoding: ${coding}. Send it without Content-Encoding.`,
    );
  }
  const [, charset = 'utf-8'] =
    /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '') ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) {
    throw new SimulatorError(
      'unsupported_media_type',
      `The body must be UTF-8, as JSON is (RFC 8259, 8.1); got charset=${charset}. Send charset=utf-8, or leave it out.`,
    );
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw createBadRequest('The body must be UTF-8, as JSON is (RFC 8259, 8.1).');
  }
}

/**
 * Reads a body as text. Of one that is too large nothing more is kept; Node.js reads and drops the rest
 * of it once the response is sent, so that the client sees the refusal.
 *
 * @throws {SimulatorError} when it is too large, compressed, or no UTF-8
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  if (!hasBody(request)) {
    return '';
  }
  checkCoding(request);
  checkSize(Number(request.headers['content-length'] ?? 0));
  const body = new BodyBuffer();
  await new Promise<void>((resolve, reject) => {
    const onData = (chunk: Uint8Array) => {
      body.add(chunk);
      try {
        checkSize(body.size);
      } catch (error) {
        request.off('data', onData);
        reject(error);
      }
    };
    request.on('data', onData).on('end', resolve).on('error', reject);
  });
  return decode(body.bytes());
}
