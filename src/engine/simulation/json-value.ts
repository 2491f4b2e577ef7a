import { parse } from 'lossless-json';
import { readJsonInt64 } from '../service/int64.js';
import { isNestedDeeper, mostNested } from '../service/nesting.js';
import { shorten } from '../service/wording.js';

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
    throw new SyntaxError(`it is nested deeper than ${mostNested} levels`);
  }
  return value as JsonValue;
}
