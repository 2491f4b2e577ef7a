import { parse } from 'lossless-json';
import { ServiceError } from './errors.js';
import { describeValue, quote, shorten } from './format.js';
import { readJsonInt64 } from './int64.js';

/** Nothing that is told here nests; what is nested deeper than this is no slip but an attack. */
const maxNested = 100;

/** Whether a JSON value is nested deeper than so many levels. */
function isNestedDeeper(value: unknown, levels = maxNested): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1));
}

/** Where the string that begins at `start` ends: its closing quote. */
function endOfString(text: string, start: number): number {
  let end = start;
  let escaped: boolean;
  do {
    end = text.indexOf('"', end + 1);
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') {
      backslashes += 1;
    }
    escaped = backslashes % 2 === 1;
  } while (escaped);
  return end;
}

const beforeValue = /\s*:/y;

function isKey(text: string, end: number): boolean {
  beforeValue.lastIndex = end + 1;
  return beforeValue.test(text);
}

/**
 * The first key that an object has twice, if it has. The parser notices only keys whose values differ;
 * which of two the client meant is unclear all the same (RFC 8259, 4).
 *
 * @param text valid JSON
 */
export function repeatedKey(text: string): string | undefined {
  const keys = new Set<string>();
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
    } else if (character === '"') {
      const end = endOfString(text, index);
      if (depth === 1 && isKey(text, end)) {
        const key = JSON.parse(text.slice(index, end + 1)) as string;
        if (keys.has(key)) {
          return key;
        }
        keys.add(key);
      }
      index = end;
    }
  }
  return undefined;
}

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

function parseBody(text: string, fix: string): unknown {
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
  const value = parseBody(text, fix);
  const kind = describeValue(value);
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

/** A JSON value in which integers that a double can't hold are bigints. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

function readNumber(text: string): number | bigint {
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new SyntaxError(`the number ${shorten(text)} is larger than numbers can be`);
  }
  // As in a NewPet, 1.0 is an integer.
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : readJsonInt64(text);
  return integer === undefined || Number.isSafeInteger(value) ? value : integer;
}

function parseText(text: string): unknown {
  try {
    return parse(text, undefined, readNumber);
  } catch (error) {
    // The parser recurses: what isn't a SyntaxError is an exhausted stack.
    throw error instanceof SyntaxError ? error : new SyntaxError('it is nested too deeply');
  }
}

/**
 * Reads JSON without rounding its integers.
 *
 * @throws {SyntaxError} when it isn't JSON, or nested deeper than 100 levels
 */
export function readJsonValue(text: string): JsonValue {
  const value = parseText(text);
  if (isNestedDeeper(value)) {
    throw new SyntaxError(`it is nested deeper than ${maxNested} levels`);
  }
  return value as JsonValue;
}
