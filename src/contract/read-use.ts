import { largestInt64, smallestInt64 } from '../document/int64.js';
import { isJsonObject, type JsonValue, tryParseJsonValue } from '../document/json.js';
import type { OperationName } from '../document/operations.js';
import { isPetStatus } from '../document/pet.js';
import type { Exchange } from '../engine/exchange.js';
import { isUse, type Use } from './use.js';

type Sent = Use['sent'];

/** The requests that bring about the errors that a scenario can force, by their examples in the document. */
const forcedBy: Readonly<Record<string, Sent>> = {
  'missing-name': { name: 'missing' },
  'missing-category-id': { categoryId: 'missing' },
  'wrong-name': { name: 'number' },
  'wrong-category-id': { categoryId: 'string' },
  'unknown-status': { status: 'unknown' },
  'malformed-json': { body: 'malformed' },
  'missing-key': { key: 'none' },
  'unknown-key': { key: 'invalid' },
  'expired-key': { key: 'invalid' },
  'no-such-pet': {},
};

/** The request that brings an error about when only its status was asked for. */
const forcedByStatus: Readonly<Record<number, Sent>> = {
  400: { name: 'missing' },
  401: { key: 'invalid' },
  404: {},
};

function readListSent({ query }: Exchange): Sent {
  if (query === '') {
    return {};
  }
  const parameters = new URLSearchParams(query);
  const sent: Record<string, string> = {};
  for (const name of ['limit', 'status']) {
    const value = parameters.get(name);
    if (value !== null) {
      sent[name] = value;
    }
  }
  return sent;
}

function describeKind(value: JsonValue): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? 'null' : 'array';
  }
  return typeof value === 'bigint' ? 'number' : typeof value;
}

/** Tells how a number is not an int64; undefined when it is one. */
function describeNumber(value: number | bigint): string | undefined {
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return 'fraction';
  }
  return value >= smallestInt64 && value <= largestInt64 ? undefined : 'too large';
}

/** Tells what is wrong with each field of a NewPet. */
const wrongFields: Readonly<Record<string, (value: JsonValue | undefined) => string | undefined>> =
  {
    name: (value = '') => (typeof value === 'string' ? undefined : describeKind(value)),
    categoryId: (value = 0) =>
      typeof value === 'number' || typeof value === 'bigint'
        ? describeNumber(value)
        : describeKind(value),
    status: (value) =>
      value === undefined || value === null || isPetStatus(value)
        ? undefined
        : describeKind(value).replace('string', 'unknown'),
  };

function readWrongBody({ body: text = '', bodyCut }: Exchange): Sent | undefined {
  if (bodyCut) {
    return undefined;
  }
  if (text.trim() === '') {
    return { body: 'missing' };
  }
  const value = tryParseJsonValue(text);
  if (value === undefined) {
    // The simulator also refuses JSON that the document says nothing about, such as repeated keys.
    return isJson(text) ? undefined : { body: 'malformed' };
  }
  if (!isJsonObject(value)) {
    return { body: Array.isArray(value) ? 'array' : 'text' };
  }
  const sent: Record<string, string> = {};
  for (const [name, describe] of Object.entries(wrongFields)) {
    const isMissing = value[name] === undefined && name !== 'status';
    const wrong = isMissing ? 'missing' : describe(value[name]);
    if (wrong !== undefined) {
      sent[name] = wrong;
    }
  }
  return sent;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The key itself was replaced; what is left tells how it is wrong. */
function readWrongKey({ headers }: Exchange): Sent {
  const [scheme = '', token] = (headers.authorization ?? '').split(' ');
  if (scheme === '') {
    return { key: 'none' };
  }
  if (scheme.toLowerCase() === 'bearer') {
    return { key: token ? 'invalid' : 'empty' };
  }
  return { key: token ? 'other scheme' : 'no scheme' };
}

const statusField = /"status"[ \t\r\n]*:[ \t\r\n]*"(available|pending|sold)"/;

function readNewPetSent({ body = '', bodyCut, notes }: Exchange): Sent | undefined {
  // Without parsing: within a string, the quotes would be escaped.
  const status = statusField.exec(body)?.[1];
  if (status !== undefined) {
    return { status };
  }
  if (notes.some((note) => note.kind === 'open' && note.point === 'omitted-status')) {
    return {};
  }
  // The key is written with escapes, or the status is in the part that isn't kept.
  const value = bodyCut ? undefined : tryParseJsonValue(body);
  return isJsonObject(value) && isPetStatus(value.status) ? { status: value.status } : undefined;
}

function readSent(operation: OperationName, exchange: Exchange): Sent | undefined {
  switch (exchange.status) {
    case 400:
      return readWrongBody(exchange);
    case 401:
      return readWrongKey(exchange);
    case 201:
      return readNewPetSent(exchange);
    default:
      return operation === 'listPets' ? readListSent(exchange) : {};
  }
}

/**
 * Reads the use of an exchange whose response the document promises; undefined when the request doesn't
 * tell why the response had its status.
 */
export function readUse(exchange: Exchange): Use | undefined {
  const { operation, status, notes } = exchange;
  if (operation === undefined) {
    return undefined;
  }
  const forced = notes.find((note) => note.kind === 'scenario')?.applied;
  const sent =
    forced === undefined
      ? readSent(operation, exchange)
      : (forcedBy[forced.replace(/^example=/, '')] ?? forcedByStatus[status]);
  const use = sent === undefined ? undefined : { operation, status, sent };
  return use !== undefined && isUse(use) ? use : undefined;
}
