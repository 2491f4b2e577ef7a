import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'lossless-json';
import { isJsonObject, type JsonValue, tryParseJson } from '../base/json.js';
import { type CustomError, listRepeatable } from '../document/custom-errors.js';
import { parseResource } from '../document/operations.js';
import { isPetField } from '../document/pet.js';
import type { Exchange } from '../verify/evidence.js';
import type { Provider } from '../verify/provider.js';
import type { Asked } from './questions.js';
import { readReceivedPets } from './received-pets.js';

/** A value that a response may repeat, and its name in braces. */
type Sent = readonly [name: string, value: JsonValue];

/** Lists the values of a request that an error may repeat, the longest first. */
function listSent({ method, path, body }: Exchange['request'], base: string): Sent[] {
  const [resource = '', query] = path.split('?');
  const values = { method, path: base + resource, petId: parseResource(resource).petId };
  const all = listRepeatable(values, new URLSearchParams(query), `${body ?? ''}`);
  // A category in plain digits looks like any number, and the value of an unknown field like a word.
  const isCommon = ([name, value]: Sent) =>
    name === 'learned' || (name === 'categoryId' && /^\d+$/.test(`${value}`));
  return Object.entries(all)
    .filter((one) => one[1] !== '' && one[1] !== null && !isCommon(one))
    .sort(([, one], [, other]) => `${other}`.length - `${one}`.length);
}

const isDate = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/.test(text);
const randomId = /\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b|\b[\da-f]{32}\b/gi;

/** Puts the name of a value in braces in place of what a request has, of a time and of random ids; also in keys. */
function generalize(value: JsonValue, sent: readonly Sent[]): JsonValue {
  const known = sent.find(([, one]) => isDeepStrictEqual(one, value));
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
    return isDate(value) ? '{now}' : repeated.replace(randomId, '{id}');
  }
  const isField = (key: string) => sent.some(([name, one]) => name === 'field' && one === key);
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, one]) => [isField(key) ? '{field}' : key, one]),
      )
    : value;
}

const sortWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).sort();

/** True if two texts have the same words: many services list what is wrong in any order. */
const hasSameWords = (one: string, other: string) =>
  isDeepStrictEqual(sortWords(one), sortWords(other));

/** Lists the names of the fields whose values differ in the responses to two equal requests. */
function listVarying(field: string, one: JsonValue = null, other: JsonValue = null): string[] {
  if (typeof one !== typeof other || hasSameWords(JSON.stringify(one), JSON.stringify(other))) {
    return [];
  }
  if (typeof one !== 'object' || one === null) {
    return [field];
  }
  const others = Object(other) as Readonly<Record<string, JsonValue>>;
  return Object.entries(one).flatMap(([key, part]) => listVarying(key, part, others[key]));
}

/** Reads how a service answers errors, by the question, without what differs each time. */
export function readErrors(
  all: readonly Asked[],
  { options, evidenceFormatter }: Provider,
): Readonly<Record<string, CustomError>> {
  const base = new URL(options.url).pathname.replace(/\/$/, '');
  const read = ({ request, response }: Exchange): CustomError | undefined => {
    const { status, headers, bytes } = response;
    if (status < 400) {
      return undefined;
    }
    const text = evidenceFormatter.hide(new TextDecoder().decode(bytes));
    const all = listSent(request, base);
    // An answer that repeats the method alone, such as in advice, means that method.
    const hasPath = all.some(([name, value]) => name === 'path' && text.includes(`${value}`));
    const sent = all.filter(([name]) => name !== 'method' || hasPath);
    const body = stringify(tryParseJson(text) ?? text, (_, value) =>
      generalize(value as JsonValue, sent),
    );
    const mediaType = headers.get('content-type') ?? (text === '' ? '' : 'application/json');
    const isJson = mediaType === 'application/json';
    return { status, body: JSON.parse(`${body}`), ...(!isJson && { mediaType }) };
  };
  const errors = all.flatMap(({ name, exchanges }) => {
    const error = exchanges.map(read).find((one) => one !== undefined);
    return error ? [[name, error] as const] : [];
  });
  const varying = all.flatMap(({ name, exchanges: [first], again }) =>
    first && again ? listVarying(name, read(first)?.body, read(again)?.body) : [],
  );
  const hideVarying = (field: string, value: unknown) =>
    varying.includes(field) && /^(?:string|number)$/.test(typeof value) && !/^\{/.test(`${value}`)
      ? `{${typeof value === 'number' ? 'millis' : 'id'}}`
      : value;
  return Object.fromEntries(
    errors.map(([name, error]) => {
      // The name of the question stands for that of a field, for a body that is a text.
      const { [name]: body } = JSON.parse(JSON.stringify({ [name]: error.body }), hideVarying);
      return [name, { ...error, body }];
    }),
  );
}

/** The types of the fields of pets. Lists have pets of others, so only fields that every pet has count there. */
function describeShape(point: string, exchange: Exchange): string {
  const types = readReceivedPets(exchange).flatMap((pet) =>
    Object.entries(pet)
      .filter(([name, one]) => one !== null && name !== 'status')
      .filter(([name]) => point === 'omitted-status' || isPetField(name))
      .map(([name, one]) => {
        // The name ends with a space.
        const isTrimmed = point === 'omitted-status' && name === 'name' && !/\s$/.test(`${one}`);
        const type = typeof one === 'bigint' ? 'number' : typeof one;
        return `${name}: ${isTrimmed ? 'trimmed ' : ''}${type}`;
      }),
  );
  const isWrapped = point === 'page' && exchange.response.bytes[0] === '{'.charCodeAt(0);
  return [...(isWrapped ? ['a list in an object'] : []), ...new Set(types.sort())].join(', ');
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

/** True if two descriptions are equal, apart from what differs each time, and the order of words. */
export function isSameAnswer(one: string, other: string): boolean {
  const matches = (pattern: string, text: string) => {
    const parts = pattern.split(/\{\w+\}/).map((part) => part.replace(/[^\w ]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
  };
  return hasSameWords(one, other) || matches(one, other) || matches(other, one);
}
