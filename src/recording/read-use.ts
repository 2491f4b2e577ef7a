import { largestInt64, smallestInt64 } from '../engine/interface/int64.js';
import { isJsonObject, type JsonValue, tryReadBodyValue } from '../engine/interface/json.js';
import type { ServiceRequest } from '../engine/interface/message.js';
import type { OperationName } from '../engine/interface/operations.js';
import { isPetStatus } from '../engine/pets/pet.js';
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

function readListSent({ query }: ServiceRequest): Sent {
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

const decoder = new TextDecoder();

function readBody({ body }: ServiceRequest): string {
  return body instanceof Uint8Array ? decoder.decode(body) : '';
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

function readWrongBody(request: ServiceRequest): Sent | undefined {
  const text = readBody(request);
  if (text.trim() === '') {
    return { body: 'missing' };
  }
  const value = tryReadBodyValue(text);
  if (value === undefined) {
    // The simulator also refuses JSON that the document says nothing about: repeated keys, too many values.
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

function readWrongKey(request: ServiceRequest): Sent {
  const value = request.header('authorization') ?? '';
  if (value === '') {
    return { key: 'none' };
  }
  const [scheme = '', token] = value.split(' ');
  if (scheme.toLowerCase() === 'bearer') {
    return { key: token ? 'invalid' : 'empty' };
  }
  return { key: token ? 'other scheme' : 'no scheme' };
}

const statusField = /"status"[ \t\r\n]*:[ \t\r\n]*"(available|pending|sold)"/;

/**
 * The status of a valid NewPet, found without parsing it: in a string, the quotes would be escaped.
 * Undefined when there is none, or when its key is written with escapes.
 */
export function findSentStatus(request: ServiceRequest): string | undefined {
  return statusField.exec(readBody(request))?.[1];
}

function readNewPetSent(request: ServiceRequest): Sent {
  const value = tryReadBodyValue(readBody(request));
  const status = isJsonObject(value) ? value.status : undefined;
  return typeof status === 'string' ? { status } : {};
}

function readSent(
  operation: OperationName,
  status: number,
  request: ServiceRequest,
): Sent | undefined {
  switch (status) {
    case 400:
      return readWrongBody(request);
    case 401:
      return readWrongKey(request);
    case 201:
      return readNewPetSent(request);
    default:
      return operation === 'listPets' ? readListSent(request) : {};
  }
}

/**
 * Reads the use of an exchange whose response the document promises; undefined when the request doesn't
 * tell why the response had its status.
 *
 * @param forced the scenario that forced the response: `code=404`, `example=missing-name`
 */
export function readUse(
  operation: OperationName,
  status: number,
  request: ServiceRequest,
  forced: string | undefined,
): Use | undefined {
  const example = forced?.startsWith('example=') ? forced.slice('example='.length) : '';
  const sent =
    forced === undefined
      ? readSent(operation, status, request)
      : (forcedBy[example] ?? forcedByStatus[status]);
  const use = sent === undefined ? undefined : { operation, status, sent };
  return use !== undefined && isUse(use) ? use : undefined;
}
