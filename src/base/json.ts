import { isLosslessNumber, parse, parseLosslessNumber } from 'lossless-json';
import { readJsonInt64 } from './int64.js';
import { attempt, quote, shorten } from './text.js';

/** A JSON value in which integers that a double can't hold are bigints. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | JsonObject;

interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** True if a value is an object of JSON; a `LosslessNumber` is none. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)
  );
}

/** Maximum depth of JSON. Without a limit the stack decides, in each process differently. */
const maxDepth = 100;

const tooDeep = `it is nested too deeply; the limit is ${maxDepth} levels`;

function checkDepth(value: unknown, max = maxDepth): void {
  if (typeof value === 'object' && value !== null && !isLosslessNumber(value)) {
    if (max === 0) {
      throw new SyntaxError(tooDeep);
    }
    for (const part of Object.values(value)) {
      checkDepth(part, max - 1);
    }
  }
}

function parseAnyNumber(text: string): number | bigint {
  const value = Number(text);
  // As in a NewPet, 1.0 is an integer.
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : readJsonInt64(text);
  return integer === undefined || Number.isSafeInteger(value) ? value : integer;
}

function parseNumber(text: string): number | bigint {
  if (!Number.isFinite(Number(text))) {
    throw new SyntaxError(`the number ${shorten(text)} is larger than numbers can be`);
  }
  return parseAnyNumber(text);
}

/**
 * Parses JSON without rounding its integers.
 *
 * @param numbers as values, or with all digits: each is a `LosslessNumber` then
 * @param keepsLast true if the last value of a repeated key counts
 * @throws {SyntaxError} when it isn't JSON, has a key with two values, or is nested too deeply
 */
export function parseJson(text: string): JsonValue;
export function parseJson(text: string, numbers: 'digits', keepsLast?: () => boolean): unknown;
export function parseJson(text: string, numbers?: 'digits', keepsLast = () => false): unknown {
  if (text.startsWith('\ufeff')) {
    throw new SyntaxError('it begins with a byte order mark');
  }
  try {
    const value = parse(text, null, {
      parseNumber: numbers === 'digits' ? parseLosslessNumber : parseNumber,
      // RFC 8259, 4: a key with two values has no defined meaning.
      onDuplicateKey: ({ key, newValue }) => {
        if (keepsLast()) {
          return newValue;
        }
        throw new SyntaxError(`the key ${quote(key)} occurs twice`);
      },
    });
    checkDepth(value);
    return value;
  } catch (error) {
    // The parser recurses, so the stack may be the first limit.
    throw error instanceof RangeError ? new SyntaxError(tooDeep) : error;
  }
}

/** Parses JSON like `parseJson`; undefined when it can't be parsed. */
export const tryParseJson = (text: string): JsonValue | undefined => attempt(() => parseJson(text));

/** Parses JSON that the simulator wrote: without checks, as they take ten times as long. */
export const parseWrittenJson = (text: string): JsonValue =>
  // A double can hold all integers of 15 digits.
  /\d{16}/.test(text) ? (parse(text, null, parseAnyNumber) as JsonValue) : JSON.parse(text);

/** A JSON object whose numbers have all their digits: a `LosslessNumber` is as it was sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object: those that may be undefined are optional instead. */
type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } & {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
};

export function omitUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
