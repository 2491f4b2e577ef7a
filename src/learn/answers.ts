import { isDeepStrictEqual } from 'node:util';
import type { CustomError } from '../document/custom-errors.js';
import { isJsonObject, type JsonValue, tryParseJsonValue } from '../document/json.js';
import { parseResource } from '../document/operations.js';
import { isPetField } from '../document/pet.js';
import type { Exchange } from '../verify/evidence.js';
import { isSuccess } from '../verify/send/client.js';

/** A value that a response may repeat, and its name in braces. */
type Sent = readonly [name: string, value: JsonValue];

/** Lists the values of a request that an error may repeat, the longest first. */
function listSent({ method, path, body = '' }: Exchange['request'], base: string): Sent[] {
  const [resource = '', query = ''] = path.split('?');
  const parsed = tryParseJsonValue(`${body}`);
  // A category in plain digits looks like any number.
  const fields = Object.entries(isJsonObject(parsed) ? parsed : {}).filter(
    ([name, value]) =>
      value !== null && name !== 'learned' && !(name === 'categoryId' && /^\d+$/.test(`${value}`)),
  );
  return [
    ['path', base + resource],
    ...(method === 'PUT' ? ([['method', method]] as const) : []),
    ...[...new URLSearchParams(query)].filter(([name]) => /^(limit|status)$/.test(name)),
    ['petId', parseResource(resource).petId],
    ['body', parsed ?? `${body}`],
    ...fields,
    // The field, or query parameter, of the questions that the document doesn't have.
    ...(/["?]learned[":=]/.test(path + body) ? ([['field', 'learned']] as const) : []),
  ];
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/.test(text);
const anyId = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|\b[\da-f]{32}\b/gi;

/** Puts the names of values in braces in place of what a request has, of times and of random ids. */
function generalize(value: JsonValue, sent: readonly Sent[]): JsonValue {
  const known = sent.find(([, one]) => one !== '' && isDeepStrictEqual(one, value));
  if (known !== undefined) {
    return `{${known[0]}}`;
  }
  if (typeof value === 'bigint') {
    // A time in nanoseconds, say: of a number in an error, nobody needs the last digits.
    return Number(value);
  }
  if (typeof value === 'string') {
    const repeated = sent.reduce((text, [name, one]) => {
      const isLong = typeof one !== 'object' && `${one}`.length > 2;
      return isLong ? text.replaceAll(`${one}`, `{${name}}`) : text;
    }, value);
    return isDate(value) ? '{now}' : repeated.replace(anyId, '{id}');
  }
  const isField = (key: string) => sent.some(([name, one]) => name === 'field' && one === key);
  return mapLeaves(
    value,
    (one) => generalize(one, sent),
    (key) => (isField(key) ? '{field}' : key),
  );
}

function mapLeaves(
  value: JsonValue,
  map: (one: JsonValue, key: string) => JsonValue,
  rename = (key: string) => key,
): JsonValue {
  if (Array.isArray(value)) {
    return value.map((one, index) => map(one, `${index}`));
  }
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), map(one, key)]))
    : value;
}

const sortWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).sort();

/** Whether two texts have the same words: many services list what is wrong in any order. */
const hasSameWords = (one: string, other: string) =>
  isDeepStrictEqual(sortWords(one), sortWords(other));

/**
 * Puts a name in braces where the responses to two equal requests have different values.
 *
 * @param varying gets the names of fields with such values
 */
export function generalizeBoth(
  one: JsonValue,
  other: JsonValue | undefined,
  varying: Set<string>,
  field = '',
): JsonValue {
  if (typeof one !== typeof other || hasSameWords(JSON.stringify(one), JSON.stringify(other))) {
    return one;
  }
  if (typeof one !== 'object' || one === null) {
    varying.add(field);
    return typeof one === 'number' ? '{millis}' : '{id}';
  }
  const others = (other ?? {}) as Readonly<Record<string, JsonValue>>;
  return mapLeaves(one, (part, key) => generalizeBoth(part, others[key], varying, key));
}

/** Puts a name in braces for each value of a field that varies from response to response. */
export const hideVarying = (value: JsonValue, varying: ReadonlySet<string>): JsonValue =>
  mapLeaves(value, (one, key) => {
    const isHidden = varying.has(key) && /^(?:string|number)$/.test(typeof one);
    const shown = typeof one === 'number' ? '{millis}' : '{id}';
    return isHidden && !`${one}`.startsWith('{') ? shown : hideVarying(one, varying);
  });

/** Reads how a service answers an error; undefined if it gives none. */
export function readError(
  { request, response }: Exchange,
  base: string,
  hide: (text: string) => string,
): CustomError | undefined {
  if (response.status < 400) {
    return undefined;
  }
  const { status, headers, bytes } = response;
  const text = hide(new TextDecoder().decode(bytes));
  const body = generalize(tryParseJsonValue(text) ?? text, listSent(request, base));
  const mediaType = headers.get('content-type') ?? (text === '' ? '' : 'application/json');
  return { status, body, ...(mediaType !== 'application/json' && { mediaType }) };
}

/** Reads the JSON of a success; undefined if there is none. */
export function readJson({ response }: Exchange): JsonValue | undefined {
  return isSuccess(response.status)
    ? tryParseJsonValue(new TextDecoder().decode(response.bytes))
    : undefined;
}

/** A pet as a response shows it. */
export type Shown = Readonly<Record<string, JsonValue>>;

export const readPets = (exchange: Exchange): Shown[] =>
  [readJson(exchange) ?? []].flat().filter(isJsonObject);

/** The types of the fields of pets. Lists have pets of others, so only fields that every pet has count there. */
function describeShape(point: string, exchange: Exchange): string {
  const types = readPets(exchange).flatMap((pet) =>
    Object.entries(pet)
      .filter(([name, one]) => one !== null && name !== 'status')
      .filter(([name]) => point === 'omitted-status' || isPetField(name))
      .map(([name, one]) => `${name}: ${typeof one === 'bigint' ? 'number' : typeof one}`),
  );
  return [...new Set(types)].sort().join(', ');
}

/** The questions whose responses show what a pet looks like. */
const shaped = ['omitted-status', 'page', 'pet'];

/** The headers that say more than their existence, and those that exist or don't. */
const comparedHeaders =
  /^(?:content-type|www-authenticate|location|(?:x-)?rate-?limit.*|retry-after)$/;

/** Describes a response as far as it is the same whenever the service is asked. */
export function describeAnswer(
  point: string,
  exchange: Exchange,
  error: CustomError | undefined,
): string {
  const { response } = exchange;
  if (response.status === 0) {
    return 'no response';
  }
  const headers = [...response.headers]
    .filter(([name]) => comparedHeaders.test(name))
    .map(([name, text]) => (/^(?:content|www)/.test(name) ? text : name));
  const isError = response.status >= 400;
  const shape = shaped.includes(point) ? describeShape(point, exchange) : '';
  const body = isError ? JSON.stringify(error?.body ?? '') : shape;
  return [response.status, ...headers, body].join(' ').trim();
}

/** Whether two descriptions are equal, apart from what differs each time, and the order of words. */
export function isSameAnswer(one: string, other: string): boolean {
  const matches = (pattern: string, text: string) => {
    const parts = pattern.split(/\{\w+\}/).map((part) => part.replace(/[^\w ]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
  };
  return hasSameWords(one, other) || matches(one, other) || matches(other, one);
}
