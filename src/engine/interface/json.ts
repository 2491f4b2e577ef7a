import { LosslessNumber, parse } from 'lossless-json';
import { ServiceError } from './errors.js';
import { describeValue, quote, shorten } from './format.js';
import { readJsonInt64 } from './int64.js';

/** No legal body nests this deeply, and the parser recurses: deeper text would exhaust the stack. */
const maxDepth = 100;

/** The index of the closing quote of the string that begins at `start`, or the end of the text. */
function findStringEnd(text: string, start: number): number {
  let end = start;
  let escaped: boolean;
  do {
    end = text.indexOf('"', end + 1);
    if (end < 0) {
      return text.length;
    }
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') {
      backslashes += 1;
    }
    escaped = backslashes % 2 === 1;
  } while (escaped);
  return end;
}

const beforeValue = /\s*:/y;

/** What one pass over JSON text finds. */
interface Scan {
  readonly depth: number;
  /** The keys of the outermost object as they are written, quotes included. */
  readonly keys: readonly string[];
}

/** Scans text that may turn out not to be JSON. */
function scanJson(text: string): Scan {
  const keys: string[] = [];
  let open = 0;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '{' || character === '[') {
      open += 1;
      depth = Math.max(depth, open);
    } else if (character === '}' || character === ']') {
      open -= 1;
    } else if (character === '"') {
      const end = findStringEnd(text, index);
      beforeValue.lastIndex = end + 1;
      if (open === 1 && beforeValue.test(text)) {
        keys.push(text.slice(index, end + 1));
      }
      index = end;
    }
  }
  return { depth, keys };
}

/**
 * Finds the first key that occurs twice, however it is escaped. The parser notices only keys whose
 * values differ, but the client's intention is unclear all the same (RFC 8259, 4).
 *
 * @param keys as they are written in valid JSON
 */
function findRepeatedKey(keys: readonly string[]): string | undefined {
  const found = new Set<string>();
  for (const written of keys) {
    const key = written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);
    if (found.has(key)) {
      return key;
    }
    found.add(key);
  }
  return undefined;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function createBodyError(problem: string, fix: string): ServiceError {
  return new ServiceError('bad_request', `The body ${problem} ${fix}`);
}

/** No body that a client writes by hand is longer. */
const maxPlain = 4_096;
/** A member whose key, text and number need no decoding, with what follows it. */
const plainMember =
  /[ \t\r\n]*"([A-Za-z]+)"[ \t\r\n]*:[ \t\r\n]*(?:"([ !#-[\]-\uFFFF]*)"|(-?(?:0|[1-9][0-9]*)))[ \t\r\n]*([,}])/y;

/**
 * Reads a JSON object of plain texts and integers, as nearly every NewPet is; undefined for any other
 * text, valid or not. The general way takes several times as long, and four times the memory.
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
  const scan = scanJson(text);
  if (scan.depth > maxDepth) {
    throw createBodyError(`must not be nested deeper than ${maxDepth} levels`, fix);
  }
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    const reason = shorten((error as Error).message, 200);
    const isAmbiguous = reason.startsWith('Duplicate key');
    throw createBodyError(`${isAmbiguous ? 'is ambiguous' : 'is not JSON'}: ${reason}`, fix);
  }
  if (!text.trimStart().startsWith('{')) {
    throw createBodyError(`must be an object; got ${describeValue(value)}`, fix);
  }
  const repeated = findRepeatedKey(scan.keys);
  if (repeated !== undefined) {
    throw createBodyError(`is ambiguous: it has the key ${quote(repeated)} twice`, fix);
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
  if (scanJson(text).depth > maxDepth) {
    throw new SyntaxError(`it is nested deeper than ${maxDepth} levels`);
  }
  return parse(text, undefined, readNumber) as JsonValue;
}

/** Reads JSON like `readJsonValue`; undefined when it can't be read. */
export function tryReadJsonValue(text: string): JsonValue | undefined {
  try {
    return readJsonValue(text);
  } catch {
    return undefined;
  }
}
