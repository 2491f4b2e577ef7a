import { stringify } from 'lossless-json';
import { type JsonValue, readJsonValue } from '../interface/json.js';
import { getHeader } from '../interface/message.js';

/** A condition on requests; what it leaves out doesn't matter. */
export interface RequestPattern {
  /** The identifier in the path: `/pets/7` has `7`. */
  readonly petId?: string;
  /** Query parameters with these values. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers with these values; names in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON that the body must contain, among other fields; arrays must be equal. */
  readonly body?: JsonValue;
  /** A part of the body's text. */
  readonly bodyContains?: string;
}

/** The parts of a request that patterns compare. */
export interface SentRequest {
  readonly path: string;
  readonly query: string;
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array | 'too-large' | undefined;
}

const decoder = new TextDecoder();
const show = (value: unknown) => stringify(value) ?? 'nothing';

function isObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists in sentences what a JSON value lacks. */
function compareJson(expected: JsonValue, got: JsonValue | undefined, where: string): string[] {
  if (isObject(expected) && isObject(got)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      compareJson(value, Object.hasOwn(got, name) ? got[name] : undefined, `${where}.${name}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    return expected.flatMap((value, index) => compareJson(value, got[index], `${where}[${index}]`));
  }
  return expected === got ? [] : [`${where}: expected ${show(expected)}; got ${show(got)}`];
}

function readBody(text: string): JsonValue | undefined {
  try {
    return readJsonValue(text);
  } catch {
    return undefined;
  }
}

function readPetId(path: string): string | undefined {
  const last = /\/pets\/([^/]+)$/.exec(path)?.[1];
  try {
    return last === undefined ? undefined : decodeURIComponent(last);
  } catch {
    return last;
  }
}

function compareText(where: string, expected: string | undefined, got: readonly string[]) {
  const differs = expected !== undefined && !got.includes(expected);
  const shown = got.length === 0 ? 'nothing' : got.map(show).join(' and ');
  return differs ? [`${where}: expected ${show(expected)}; got ${shown}`] : [];
}

/** Lists in sentences how a request differs from a pattern; none when it matches. */
export function listDifferences(pattern: RequestPattern, request: SentRequest): string[] {
  const { petId, query = {}, headers = {}, body, bodyContains } = pattern;
  const sent = new URLSearchParams(request.query);
  const sentId = readPetId(request.path);
  const differences = [
    ...compareText('petId', petId, sentId === undefined ? [] : [sentId]),
    ...Object.entries(query).flatMap(([name, value]) =>
      compareText(`query.${name}`, value, sent.getAll(name)),
    ),
    ...Object.entries(headers).flatMap(([name, value]) => {
      const header = getHeader(request.rawHeaders, name.toLowerCase());
      return compareText(`header ${name}`, value, header === undefined ? [] : [header]);
    }),
  ];
  if (body === undefined && bodyContains === undefined) {
    return differences;
  }
  const text = request.body instanceof Uint8Array ? decoder.decode(request.body) : '';
  if (bodyContains !== undefined && !text.includes(bodyContains)) {
    differences.push(`body: expected text that contains ${show(bodyContains)}`);
  }
  return body === undefined
    ? differences
    : [...differences, ...compareJson(body, readBody(text), 'body')];
}

export function matchesPattern(pattern: RequestPattern, request: SentRequest): boolean {
  return listDifferences(pattern, request).length === 0;
}
