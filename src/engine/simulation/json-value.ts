import { parse } from 'lossless-json';

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
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/**
 * Reads JSON without rounding its integers.
 *
 * @throws {SyntaxError} when it isn't JSON
 */
export function readJsonValue(text: string): JsonValue {
  return parse(text, undefined, readNumber) as JsonValue;
}
