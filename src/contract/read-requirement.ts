import { isJsonObject, tryParseJsonValue } from '../document/json.js';
import { openPoints } from '../document/open-points.js';
import { type OperationName, operationsByName } from '../document/operations.js';
import { isPetStatus } from '../document/pet.js';
import {
  findViolation,
  type PageQuery,
  type Requirement,
  requireCreated,
  requireKey,
  requireNotFound,
  requirePage,
  requirePet,
} from '../document/requirements.js';
import type { Exchange } from '../engine/exchange.js';
import { isByRequest, type Note } from '../engine/notes.js';

/** The sections that a request violates when the document promises the status of its response. */
const promisedViolations: Readonly<Record<string, number>> = { '5': 401, '4.2': 400 };

/** Describes why the document doesn't promise a response with this note. */
function describeNote(note: Note, status: number): string | undefined {
  switch (note.kind) {
    case 'open': {
      const { point, section } = note;
      // A contract says what every service does: with a category that exists, for example.
      const isPromised =
        !isByRequest(note) ||
        point === 'omitted-status' ||
        (point === 'unknown-category' && status < 300);
      return isPromised
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
    case 'mismatch':
      return `the response contradicts section ${note.section} of the document`;
    case 'refused':
      return `the simulator refused the request (${note.code})`;
    case 'deprecated':
      return undefined;
  }
}

/** One limit for all in between, so that limits drawn at random are one requirement. */
const groupLimit = (limit: number) => (limit === 1 || limit === 100 ? limit : 5);

function readPage({ query }: Exchange): Requirement {
  const parameters = new URLSearchParams(query);
  const limit = parameters.get('limit');
  return requirePage({
    ...(limit !== null && { limit: groupLimit(Number(limit)) }),
    status: (parameters.get('status') ?? undefined) as PageQuery['status'],
  });
}

function readCreated({ body = '' }: Exchange): Requirement | undefined {
  // Of a long one only the beginning is kept, which is no JSON.
  const value = tryParseJsonValue(body);
  if (!isJsonObject(value) || !(value.status === undefined || isPetStatus(value.status))) {
    return undefined;
  }
  const { name, categoryId, status } = value;
  return requireCreated({
    status,
    hasLargeCategory: typeof categoryId === 'bigint',
    hasUnicodeName: /[^\p{ASCII}]/u.test(`${name}`),
  });
}

/** Reads what a response with a status of the document is for; undefined if it doesn't tell. */
function readPromised(exchange: Exchange, operation: OperationName): Requirement | undefined {
  const { status, headers, body = '', bodyCut } = exchange;
  switch (status) {
    case 400:
      // A forced one has the mistake that was sent, if there is one.
      return bodyCut ? undefined : findViolation(body);
    case 401: {
      const requirement = requireKey(operation, headers.authorization ? 'invalid' : 'none');
      // A service that has no status can't set up a pet with one.
      return requirement.state.pet ? { ...requirement, state: { pet: {} } } : requirement;
    }
    case 404:
      return requireNotFound;
    case 201:
      return readCreated(exchange);
    default:
      return operation === 'listPets' ? readPage(exchange) : requirePet();
  }
}

/** Reads the requirement that an exchange relies on, or why there is none, as the end of a sentence. */
export function readRequirement(exchange: Exchange): Requirement | string {
  const { notes, method, status, operation } = exchange;
  /** Finds the first reason against it, among the violations or the other notes. */
  const findReason = (isViolation: boolean) =>
    notes
      .filter(({ kind }) => (kind === 'violation') === isViolation)
      .map((note) => describeNote(note, status))
      .find((reason) => reason !== undefined);
  const reason = findReason(false);
  if (reason !== undefined) {
    return reason;
  }
  if (operation === undefined) {
    return 'the document has no such path and method';
  }
  if (method === 'HEAD') {
    return 'the document has no method HEAD';
  }
  const violation = findReason(true);
  if (violation !== undefined) {
    return violation;
  }
  if (!operationsByName[operation].statuses.includes(status)) {
    return `the document lists no response ${status} for ${operation}`;
  }
  return (
    readPromised(exchange, operation) ?? `the document doesn't tell why the response is ${status}`
  );
}
