import { parse } from 'lossless-json';
import { ServiceError } from './errors.js';
import { isNestedDeeper } from './nesting.js';
import { repeatedKey } from './repeated-key.js';
import { describe, quote, shorten } from './wording.js';

function decode(body: Uint8Array, fix: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new ServiceError(
      'bad_request',
      `The body is not UTF-8, which JSON has to be (RFC 8259, 8.1) ${fix}`,
    );
  }
}

function parseText(text: string, fix: string): unknown {
  try {
    const value = parse(text);
    if (!isNestedDeeper(value)) {
      return value;
    }
  } catch (error) {
    // The parser recurses: what isn't a SyntaxError is an exhausted stack.
    if (error instanceof SyntaxError) {
      const reason = shorten(error.message, 200);
      const what = reason.startsWith('Duplicate key') ? 'unambiguous' : 'JSON';
      throw new ServiceError('bad_request', `The body is not ${what}: ${reason} ${fix}`);
    }
  }
  throw new ServiceError('bad_request', `The body is nested too deeply ${fix}`);
}

/**
 * Reads a body that has to be a JSON object. Every number keeps its digits (`LosslessNumber`), and a
 * key that comes twice is an error.
 *
 * @param fix ends each message: the section, and what to send instead
 * @throws {ServiceError} `bad_request`
 */
export function readJsonObject(body: Uint8Array, fix: string): Record<string, unknown> {
  const text = decode(body, fix);
  if (text.trim() === '') {
    throw new ServiceError('bad_request', `The body is empty, and one is required ${fix}`);
  }
  // RFC 8259, 8.1: JSON text doesn't begin with a byte order mark.
  if (text.startsWith('\uFEFF')) {
    throw new ServiceError('bad_request', `The body begins with a byte order mark ${fix}`);
  }
  const value = parseText(text, fix);
  const kind = describe(value);
  if (kind !== 'an object') {
    throw new ServiceError('bad_request', `The body must be an object, and ${kind} came ${fix}`);
  }
  const repeated = repeatedKey(text);
  if (repeated !== undefined) {
    throw new ServiceError(
      'bad_request',
      `The body is not unambiguous: the key ${quote(repeated)} comes twice ${fix}`,
    );
  }
  return value as Record<string, unknown>;
}
