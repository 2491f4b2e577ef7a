import { LosslessNumber } from 'lossless-json';
import { ServiceError } from './errors.js';
import { describeValue, shorten } from './format.js';
import { readJsonInt64 } from './int64.js';
import { readJson } from './json-reader.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function createBodyError(problem: string, fix: string): ServiceError {
  return new ServiceError('bad_request', `The body ${problem} ${fix}`);
}

/** No NewPet has nearly as many values. Each takes as long as a hundred characters of a string. */
const maxValues = 10_000;
/** Maximum length of a plain object, in characters; nearly every NewPet is shorter. */
const maxPlain = 4_096;
/** A member whose key, string and number need no decoding, with the character that follows it. */
const plainMember =
  /[ \t\r\n]*"([A-Za-z]+)"[ \t\r\n]*:[ \t\r\n]*(?:"([ !#-[\]-\uFFFF]*)"|(-?(?:0|[1-9][0-9]*)))[ \t\r\n]*([,}])/y;

/**
 * Reads a JSON object of plain strings and integers, as nearly every NewPet is; undefined for any other
 * text, valid or not. The general reader takes several times as long, and four times the memory.
 */
function readPlainObject(text: string): Record<string, unknown> | undefined {
  if (text.length > maxPlain || text[0] !== '{') {
    return undefined;
  }
  const fields: Record<string, unknown> = {};
  plainMember.lastIndex = 1;
  for (let isLast = false; !isLast; ) {
    const [, key, string, number = '', after] = plainMember.exec(text) ?? [];
    if (key === undefined || Object.hasOwn(fields, key)) {
      return undefined;
    }
    fields[key] = string ?? new LosslessNumber(number);
    isLast = after === '}';
  }
  return plainMember.lastIndex === text.length ? fields : undefined;
}

/**
 * Reads a body that must be a JSON object. Every number keeps its digits (`LosslessNumber`), and a
 * repeated key is an error.
 *
 * @param fix ends each message: the section, and what to send instead
 * @throws {ServiceError} `bad_request`
 */
export function readJsonObject(body: Uint8Array, fix: string): Record<string, unknown> {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw createBodyError('must be UTF-8 (RFC 8259, 8.1)', fix);
  }
  const plain = readPlainObject(text);
  if (plain !== undefined) {
    return plain;
  }
  if (text.trim() === '') {
    throw createBodyError('is empty, and one is required', fix);
  }
  // RFC 8259, 8.1: JSON text doesn't begin with a byte order mark.
  if (text.startsWith('\uFEFF')) {
    throw createBodyError('must not begin with a byte order mark', fix);
  }
  let value: unknown;
  try {
    value = readJson(text, { readNumber: (digits) => new LosslessNumber(digits), maxValues });
  } catch (error) {
    throw createBodyError(`can't be read as JSON: ${(error as Error).message}`, fix);
  }
  if (!text.trimStart().startsWith('{')) {
    throw createBodyError(`must be an object; got ${describeValue(value)}`, fix);
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
  | JsonObject;

interface JsonObject {
  readonly [name: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readNumber(text: string): number | bigint {
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new SyntaxError(`the number ${shorten(text)} is larger than numbers can be`);
  }
  // As in a NewPet, 1.0 is an integer.
  const integer = /^-?\d+$/.test(text) ? BigInt(text) : readJsonInt64(text);
  return integer === undefined || Number.isSafeInteger(value) ? value : integer;
}

/**
 * Reads JSON without rounding its integers.
 *
 * @throws {SyntaxError} when it isn't JSON, or nested deeper than 100 levels
 */
export function readJsonValue(text: string): JsonValue {
  return readJson(text, { readNumber, maxValues: Number.POSITIVE_INFINITY }) as JsonValue;
}

/** Reads the body of a NewPet like `readJsonValue`; undefined when it can't be read, or has too many values. */
export function tryReadBodyValue(text: string): JsonValue | undefined {
  try {
    return readJson(text, { readNumber, maxValues }) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Reads JSON like `readJsonValue`; undefined when it can't be read. */
export function tryReadJsonValue(text: string): JsonValue | undefined {
  try {
    return readJsonValue(text);
  } catch {
    return undefined;
  }
}

/** The fields of an object: those that may be undefined are optional instead. */
type Defined<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<
    Fields[Name],
    undefined
  >;
};

/** Copies an object without its undefined fields. */
export function omitUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
