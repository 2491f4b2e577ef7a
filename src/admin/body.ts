import type { IncomingMessage } from 'node:http';
import { SimulatorError } from '../engine/interface/errors.js';

/** The most bytes that the body of a call may have, unless it is read as a stream. */
export const maxBody = 64 * 1024;

/** @throws {SimulatorError} when the body has more bytes than it may have */
export function checkSize(size: number, max: number): void {
  if (size > max) {
    const message = `The body of this call must be at most ${max} bytes. Send a smaller one.`;
    throw new SimulatorError('payload_too_large', message);
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** @throws {SimulatorError} when a header says that the body is no plain UTF-8 */
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

/**
 * Reads a body as text. Of one that is too large nothing more is kept; Node.js reads and drops the rest
 * of it once the response is sent, so that the client sees the refusal.
 *
 * @throws {SimulatorError} when it is too large, compressed, or no UTF-8
 */
export function readBody(request: IncomingMessage, max: number): Promise<string> {
  if (!hasBody(request)) {
    return Promise.resolve('');
  }
  checkCoding(request);
  checkSize(Number(request.headers['content-length'] ?? 0), max);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let size = 0;
  return new Promise((resolve, reject) => {
    const refuse = (error: unknown) => {
      request.off('data', onData).off('end', onEnd);
      reject(
        error instanceof TypeError
          ? new SimulatorError('bad_request', 'The body must be UTF-8, as JSON is (RFC 8259, 8.1).')
          : error,
      );
    };
    const onData = (chunk: Uint8Array) => {
      size += chunk.length;
      try {
        checkSize(size, max);
        text += decoder.decode(chunk, { stream: true });
      } catch (error) {
        refuse(error);
      }
    };
    const onEnd = () => {
      try {
        resolve(text + decoder.decode());
      } catch (error) {
        refuse(error);
      }
    };
    request
      .on('data', onData)
      .on('end', onEnd)
      .on('error', () => {
        refuse(
          new SimulatorError('bad_request', 'The body ended before its length. Send all of it.'),
        );
      });
  });
}
