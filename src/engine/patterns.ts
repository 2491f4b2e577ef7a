import { stringify } from 'lossless-json';
import { decodePercent } from '../document/format.js';
import { isJsonObject, type JsonValue, tryParseJsonValue } from '../document/json.js';
import type { ServiceRequest } from '../document/message.js';

/** A condition on requests; what it leaves out doesn't matter. */
export interface RequestPattern {
  /** The identifier in the path: `/pets/7` has `7`. */
  readonly petId?: string | undefined;
  /** Query parameters with these values. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Headers with these values; names in any case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Headers that contain this text; names in any case. */
  readonly headersContain?: Readonly<Record<string, string>> | undefined;
  /** JSON that the body must contain, among other fields; arrays must be equal. */
  readonly body?: JsonValue | undefined;
  /** A part of the body's text. */
  readonly bodyContains?: string | undefined;
}

/** The parts of a request that patterns compare. */
export type ComparedRequest = Pick<ServiceRequest, 'path' | 'query' | 'headers' | 'body'>;

const show = (value: unknown) => stringify(value) ?? 'nothing';

/** Lists what a JSON value lacks. */
function compareJson(expected: JsonValue, got: JsonValue | undefined, where: string): string[] {
  if (isJsonObject(expected) && isJsonObject(got)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      compareJson(value, Object.hasOwn(got, name) ? got[name] : undefined, `${where}.${name}`),
    );
  }
  if (Array.isArray(expected) && Array.isArray(got) && expected.length === got.length) {
    return expected.flatMap((value, index) => compareJson(value, got[index], `${where}[${index}]`));
  }
  return expected === got ? [] : [`${where}: expected ${show(expected)}; got ${show(got)}`];
}

function compareText(where: string, expected: string, got: readonly string[]): string[] {
  const shown = got.length === 0 ? 'nothing' : got.map(show).join(' and ');
  return got.includes(expected) ? [] : [`${where}: expected ${show(expected)}; got ${shown}`];
}

function readPetId(path: string): string[] {
  const last = /\/pets\/([^/]+)$/.exec(path)?.[1];
  return last === undefined ? [] : [decodePercent(last)];
}

/** Lists in sentences how a request differs from a pattern; nothing when it matches. */
export function listDifferences(pattern: RequestPattern, request: ComparedRequest): string[] {
  const { petId, query = {}, headers = {}, headersContain = {}, body, bodyContains } = pattern;
  const getHeader = (name: string) => request.headers[name.toLowerCase()];
  const differences: string[] = [];
  if (petId !== undefined) {
    differences.push(...compareText('petId', petId, readPetId(request.path)));
  }
  for (const [name, value] of Object.entries(query)) {
    const got = new URLSearchParams(request.query).getAll(name);
    differences.push(...compareText(`query.${name}`, value, got));
  }
  for (const [name, value] of Object.entries(headers)) {
    differences.push(...compareText(`header ${name}`, value, [getHeader(name) ?? []].flat()));
  }
  for (const [name, part] of Object.entries(headersContain)) {
    if (!getHeader(name)?.includes(part)) {
      const got = show(getHeader(name));
      differences.push(`header ${name}: expected text that contains ${show(part)}; got ${got}`);
    }
  }
  if (bodyContains !== undefined && !request.body?.includes(bodyContains)) {
    differences.push(`body: expected text that contains ${show(bodyContains)}`);
  }
  if (body !== undefined) {
    differences.push(...compareJson(body, tryParseJsonValue(request.body ?? ''), 'body'));
  }
  return differences;
}
