import { isJsonObject, type JsonValue, tryParseJsonValue } from '../document/json.js';
import { type OpenPoint, openPoints } from '../document/open-points.js';
import { operations } from '../document/operations.js';
import { isPetStatus } from '../document/pet.js';
import type { Exchange } from '../engine/exchange.js';
import type { Note } from '../engine/notes.js';
import type { Use } from './use.js';

/**
 * The open points whose uses get into a contract, which says what every service does: a category that exists,
 * for example. With any other, the choice decides whether the response is a success or an error.
 */
const promisedPoints: readonly OpenPoint[] = [
  'omitted-status',
  'list-order',
  'id-scheme',
  'extra-response-fields',
  'error-codes',
  'unknown-category',
];

/** The sections that a request violates when the document promises the status of its response. */
const promisedViolations: Readonly<Record<string, number>> = { '5': 401, '4.2': 400 };

/** Describes why the document doesn't promise a response with this note. */
function describeNote(note: Note, status: number): string | undefined {
  switch (note.kind) {
    case 'open': {
      const { point, section } = note;
      const isRejected = point === 'unknown-category' && status >= 300;
      return promisedPoints.includes(point) && !isRejected
        ? undefined
        : `the document is silent on ${openPoints[point].silent} (section ${section}, ${point})`;
    }
    case 'scenario': {
      // One reason for all delays.
      const scenario = note.applied.replace(/^delay=.*/, 'delay');
      return note.beyond ? `the scenario ${scenario} is beyond the document` : undefined;
    }
    case 'violation':
      return promisedViolations[note.section] === status
        ? undefined
        : `the request violates section ${note.section} of the document`;
    case 'refused':
      return `the simulator refused the request (${note.code})`;
    case 'deprecated':
      return undefined;
  }
}

type Sent = Use['sent'];

/** What brings an error about that a scenario forces; a 400 has the mistake that was sent, if there is one. */
const forcedBy: Readonly<Record<number, Sent>> = { 401: { key: 'invalid' }, 404: {} };

/** One limit for all in between, so that limits drawn at random are one use. */
const groupLimit = (limit: string) => (/^0*(?:1|100)$/.test(limit) ? `${Number(limit)}` : '5');

function readListSent({ query }: Exchange): Sent {
  const parameters = new URLSearchParams(query);
  const [limit, status] = [parameters.get('limit'), parameters.get('status')];
  return {
    ...(limit !== null && { limit: groupLimit(limit) }),
    ...(status !== null && { status }),
  };
}

function isInt64(value: JsonValue | undefined): boolean {
  return typeof value === 'bigint'
    ? BigInt.asIntN(64, value) === value
    : Number.isSafeInteger(value);
}

/** Reads the first mistake of a body. */
function readWrongBody({ body: text = '', bodyCut }: Exchange): Sent | undefined {
  if (bodyCut) {
    return undefined;
  }
  if (text.trim() === '') {
    return { body: 'missing' };
  }
  const value = tryParseJsonValue(text);
  if (value === undefined || !isJsonObject(value)) {
    return { body: value === undefined ? 'malformed' : 'array' };
  }
  const { name, categoryId, status } = value;
  const describe = (field: JsonValue | undefined) => (field === undefined ? 'missing' : 'wrong');
  if (typeof name !== 'string') {
    return { name: describe(name) };
  }
  if (!isInt64(categoryId)) {
    return { categoryId: describe(categoryId) };
  }
  // The document does not say whether a status of null counts as absent.
  return status === undefined || status === null || isPetStatus(status)
    ? undefined
    : { status: 'wrong' };
}

function readNewPetSent({ body = '', bodyCut }: Exchange): Sent | undefined {
  // The status may be in the part that isn't kept.
  const value = bodyCut ? undefined : tryParseJsonValue(body);
  if (!isJsonObject(value) || !(value.status === undefined || isPetStatus(value.status))) {
    return undefined;
  }
  const { name, categoryId, status } = value;
  return {
    ...(status && { status }),
    // Kinds of values that clients and services get wrong.
    ...(typeof categoryId === 'bigint' && { categoryId: 'large' }),
    ...(/[^\p{ASCII}]/u.test(`${name}`) && { name: 'unicode' }),
  };
}

function readSent(exchange: Exchange): Sent | undefined {
  const { operation, status, notes } = exchange;
  const forced = notes.some(({ kind }) => kind === 'scenario') ? forcedBy[status] : undefined;
  if (forced !== undefined) {
    return forced;
  }
  switch (status) {
    case 400:
      return readWrongBody(exchange);
    case 401:
      return { key: exchange.headers.authorization ? 'invalid' : 'none' };
    case 201:
      return readNewPetSent(exchange);
    default:
      return operation === 'listPets' ? readListSent(exchange) : {};
  }
}

/** Reads the use of an exchange, or why a contract can't have it, as the end of a sentence. */
export function readUse(exchange: Exchange): Use | string {
  const { notes, method, status } = exchange;
  const describe = (note: Note) => describeNote(note, status) ?? [];
  const violations = notes.filter(({ kind }) => kind === 'violation');
  const [reason] = notes.filter((note) => !violations.includes(note)).flatMap(describe);
  if (reason !== undefined) {
    return reason;
  }
  const operation = operations.find(({ name }) => name === exchange.operation);
  if (operation === undefined) {
    return 'the document has no such path and method';
  }
  if (method === 'HEAD') {
    return 'the document has no method HEAD';
  }
  const [violation] = violations.flatMap(describe);
  if (violation !== undefined) {
    return violation;
  }
  if (!operation.statuses.includes(status)) {
    return `the document lists no response ${status} for ${operation.name}`;
  }
  const sent = readSent(exchange);
  return sent === undefined
    ? `the document doesn't tell why the response is ${status}`
    : { operation: operation.name, status, sent };
}
