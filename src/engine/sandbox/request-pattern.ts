import { stringify } from 'lossless-json';
import { type JsonValue, readJsonValue } from '../interface/json.js';
import { getHeader } from '../interface/message.js';

/** What a request has to be like; what isn't said doesn't matter. */
export interface RequestPattern {
  /** The identifier in the path: `/pets/7` has `7`. */
  readonly petId?: string;
  /** Query parameters with these values. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers with these values; names in any case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON that the body has to have, among other fields; arrays have to be equal. */
  readonly body?: JsonValue;
  /** A part of the body's text. */
  readonly bodyContains?: string;
}

/** As much of a request as patterns look at. */
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

/** Where a value lacks something of what was expected, in sentences. */
function lacking(expected: JsonValue, came: JsonValue | undefined, where: string): string[] {
  if (isObject(expected) && isObject(came)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      lacking(value, Object.hasOwn(came, name) ? came[name] : undefined, `${where}.${name}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(came) && expected.length === came.length) {
    return expected.flatMap((value, index) => lacking(value, came[index], `${where}[${index}]`));
  }
  return expected === came ? [] : [`${where}: expected ${show(expected)}, and ${show(came)} came`];
}

function readBody(text: string): JsonValue | undefined {
  try {
    return readJsonValue(text);
  } catch {
    return undefined;
  }
}

function petIdOf(path: string): string | undefined {
  const last = /\/pets\/([^/]+)$/.exec(path)?.[1];
  try {
    return last === undefined ? undefined : decodeURIComponent(last);
  } catch {
    return last;
  }
}

function difference(where: string, expected: string | undefined, came: readonly string[]) {
  const differs = expected !== undefined && !came.includes(expected);
  const what = came.length === 0 ? 'nothing' : came.map(show).join(' and ');
  return differs ? [`${where}: expected ${show(expected)}, and ${what} came`] : [];
}

/** In what a request differs from a pattern, in sentences; none when it fits. */
export function differencesFrom(pattern: RequestPattern, request: SentRequest): string[] {
  const { petId, query = {}, headers = {}, body, bodyContains } = pattern;
  const sent = new URLSearchParams(request.query);
  const came = petIdOf(request.path);
  const differences = [
    ...difference('petId', petId, came === undefined ? [] : [came]),
    ...Object.entries(query).flatMap(([name, value]) =>
      difference(`query.${name}`, value, sent.getAll(name)),
    ),
    ...Object.entries(headers).flatMap(([name, value]) => {
      const header = getHeader(request.rawHeaders, name.toLowerCase());
      return difference(`header ${name}`, value, header === undefined ? [] : [header]);
    }),
  ];
  if (body === undefined && bodyContains === undefined) {
    return differences;
  }
  const text = request.body instanceof Uint8Array ? decoder.decode(request.body) : '';
  if (bodyContains !== undefined && !text.includes(bodyContains)) {
    differences.push(`body: expected it to contain ${show(bodyContains)}`);
  }
  return body === undefined
    ? differences
    : [...differences, ...lacking(body, readBody(text), 'body')];
}

/** Whether a request fits a pattern. */
export function fits(pattern: RequestPattern, request: SentRequest): boolean {
  return differencesFrom(pattern, request).length === 0;
}
