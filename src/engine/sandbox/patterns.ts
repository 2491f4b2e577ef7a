import { stringify } from 'lossless-json';
import { decodePercent } from '../interface/format.js';
import { joinHeaders } from '../interface/headers.js';
import { isJsonObject, type JsonValue, tryReadJsonValue } from '../interface/json.js';
import type { ServiceRequest } from '../interface/message.js';

/**
 * Bytes of a body that patterns read: a NewPet of usual length many times over. A longer body is not
 * compared as JSON.
 */
const maxRead = 8 * 1024;
/** Characters of a header that `headersContain` reads: a pattern may name the same header many times. */
const maxHeader = 2 * 1024;
/** A pattern's differences beyond these are only counted. */
const maxListed = 100;

/** A condition on requests; what it leaves out doesn't matter. */
export interface RequestPattern {
  /** The identifier in the path: `/pets/7` has `7`. */
  readonly petId?: string;
  /** Query parameters with these values. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers with these values; names in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that contain this text; names in any case. */
  readonly headersContain?: Readonly<Record<string, string>>;
  /** JSON that the body must contain, among other fields; arrays must be equal. */
  readonly body?: JsonValue;
  /** A part of the body's text. */
  readonly bodyContains?: string;
}

/** The parts of a request that patterns compare. Each is read once, when a pattern first needs it. */
export interface RequestParts {
  readonly petId: () => string | undefined;
  /** The values of each query parameter. */
  readonly query: () => ReadonlyMap<string, ReadonlySet<string>>;
  /** The values of each header, as HTTP joins them, by its lower-case name. */
  readonly headers: () => ReadonlyMap<string, string>;
  /** The bytes of the body that patterns read. */
  readonly bytes: () => Uint8Array;
  /** The body as JSON; nothing when it is none, or too long. */
  readonly json: () => JsonValue | undefined;
}

function once<Value>(read: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined;
  return () => {
    kept ??= { value: read() };
    return kept.value;
  };
}

const encoder = new TextEncoder();
const emptyBody = new Uint8Array();

export function createRequestParts(
  request: Pick<ServiceRequest, 'path' | 'query' | 'rawHeaders' | 'body'>,
): RequestParts {
  const whole = once(() => (request.body instanceof Uint8Array ? request.body : emptyBody));
  return {
    petId: once(() => readPetId(request.path)),
    query: once(() => readQuery(request.query)),
    headers: once(() => joinHeaders(request.rawHeaders)),
    bytes: once(() => whole().subarray(0, maxRead)),
    json: once(() => (whole().length > maxRead ? undefined : readJson(whole()))),
  };
}

const decoder = new TextDecoder();
const readJson = (body: Uint8Array) => tryReadJsonValue(decoder.decode(body));

function readPetId(path: string): string | undefined {
  const last = /\/pets\/([^/]+)$/.exec(path)?.[1];
  return last === undefined ? undefined : decodePercent(last);
}

function readQuery(query: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [name, value] of new URLSearchParams(query)) {
    found.set(name, (found.get(name) ?? new Set()).add(value));
  }
  return found;
}

/**
 * Whether bytes have a part (Knuth, Morris, Pratt). `includes` can take as long as both lengths
 * multiplied, as with `aaaa` and `baa`.
 */
function contains(bytes: Uint8Array, part: Uint8Array): boolean {
  if (part.length > bytes.length) {
    return false;
  }
  // Of each beginning of the part: the length of the longest other beginning that it ends with.
  const borders = new Uint32Array(part.length + 1);
  for (let index = 1, length = 0; index < part.length; index += 1) {
    while (length > 0 && part[length] !== part[index]) {
      length = borders[length] as number;
    }
    length += part[length] === part[index] ? 1 : 0;
    borders[index + 1] = length;
  }
  let matched = 0;
  for (let index = 0; index < bytes.length && matched < part.length; index += 1) {
    while (matched > 0 && part[matched] !== bytes[index]) {
      matched = borders[matched] as number;
    }
    matched += part[matched] === bytes[index] ? 1 : 0;
  }
  return matched === part.length;
}

/** Called with each difference, which is put into words only where somebody reads it. */
type Report = (describe: () => string) => void;

const show = (value: unknown) => stringify(value) ?? 'nothing';

/** Finds what a JSON value lacks. JSON nests at most 100 levels deep, so this recursion ends. */
function compareJson(
  expected: JsonValue,
  got: JsonValue | undefined,
  where: string,
  report: Report,
): void {
  if (isJsonObject(expected) && isJsonObject(got)) {
    for (const [name, value] of Object.entries(expected)) {
      const field = Object.hasOwn(got, name) ? got[name] : undefined;
      compareJson(value, field, `${where}.${name}`, report);
    }
  } else if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    for (const [index, value] of expected.entries()) {
      compareJson(value, got[index], `${where}[${index}]`, report);
    }
  } else if (expected !== got) {
    report(() => `${where}: expected ${show(expected)}; got ${show(got)}`);
  }
}

function compareText(
  where: string,
  expected: string,
  got: ReadonlySet<string>,
  report: Report,
): void {
  if (!got.has(expected)) {
    const shown = () => (got.size === 0 ? 'nothing' : [...got].map(show).join(' and '));
    report(() => `${where}: expected ${show(expected)}; got ${shown()}`);
  }
}

const none: ReadonlySet<string> = new Set();
const setOf = (value: string | undefined) => (value === undefined ? none : new Set([value]));

/** Finds how a request differs from a pattern, in time linear in the sizes of both. */
function compareParts(pattern: RequestPattern, parts: RequestParts, report: Report): void {
  const { petId, query = {}, headers = {}, headersContain = {}, body, bodyContains } = pattern;
  if (petId !== undefined) {
    compareText('petId', petId, setOf(parts.petId()), report);
  }
  for (const [name, value] of Object.entries(query)) {
    compareText(`query.${name}`, value, parts.query().get(name) ?? none, report);
  }
  for (const [name, value] of Object.entries(headers)) {
    compareText(`header ${name}`, value, setOf(parts.headers().get(name.toLowerCase())), report);
  }
  for (const [name, part] of Object.entries(headersContain)) {
    const value = parts.headers().get(name.toLowerCase());
    if (
      value === undefined ||
      !contains(encoder.encode(value.slice(0, maxHeader)), encoder.encode(part))
    ) {
      const got = () => (value === undefined ? 'nothing' : show(value));
      report(() => `header ${name}: expected text that contains ${show(part)}; got ${got()}`);
    }
  }
  if (bodyContains !== undefined && !contains(parts.bytes(), encoder.encode(bodyContains))) {
    report(() => `body: expected text that contains ${show(bodyContains)}`);
  }
  if (body !== undefined) {
    compareJson(body, parts.json(), 'body', report);
  }
}

/** In how many places a request differs from a pattern. */
export function countDifferences(pattern: RequestPattern, parts: RequestParts): number {
  let count = 0;
  compareParts(pattern, parts, () => {
    count += 1;
  });
  return count;
}

/** Lists in sentences how a request differs from a pattern. */
export function listDifferences(pattern: RequestPattern, parts: RequestParts): string[] {
  const listed: string[] = [];
  let count = 0;
  compareParts(pattern, parts, (describe) => {
    count += 1;
    if (count <= maxListed) {
      listed.push(describe());
    }
  });
  return count > maxListed ? [...listed, `and ${count - maxListed} more differences`] : listed;
}
