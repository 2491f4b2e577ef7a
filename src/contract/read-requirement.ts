import { isJsonObject, tryParseJson } from '../base/json.js';
import { sections } from '../document/generated/sections.js';
import { openPoints } from '../document/open-points.js';
import type {
  EveryParameter,
  OperationName,
  Section,
  Status,
  Statuses,
} from '../document/operations.js';
import { isPetStatus, petStatuses } from '../document/pet.js';
import {
  findViolation,
  otherFields,
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
const promisedViolations: Readonly<Partial<Record<Section, Status>>> = {
  [sections.authentication]: 401,
  [sections.createPet]: 400,
};

/** Describes why the document doesn't promise a response with this note. */
function describeExclusion(note: Note, status: number): string | undefined {
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
      const scenario = note.delay === undefined ? note.applied : 'delay';
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
    limit: limit === null ? undefined : groupLimit(Number(limit)),
    status: petStatuses.find((one) => one === parameters.get('status')),
  } satisfies EveryParameter);
}

function readCreated({ body = '' }: Exchange): Requirement | undefined {
  // Of a long one only the beginning is kept, which is no JSON.
  const value = tryParseJson(body);
  if (!isJsonObject(value) || !(value.status === undefined || isPetStatus(value.status))) {
    return undefined;
  }
  const { name, categoryId, status } = value;
  return requireCreated({
    status,
    others: otherFields.filter((field) => value[field.name] !== undefined),
    hasLargeCategory: typeof categoryId === 'bigint',
    hasUnicodeName: /[^\p{ASCII}]/u.test(`${name}`),
  });
}

/** A forced rejection has the mistake that was sent, if there is one. */
const readRejected = ({ body = '', bodyCut }: Exchange) =>
  bodyCut ? undefined : findViolation(body);

function readKeyRequirement({ headers }: Exchange, operation: OperationName): Requirement {
  const requirement = requireKey(operation, headers.authorization ? 'invalid' : 'none');
  // A service that has no status can't set up a pet with one.
  const { state } = requirement;
  return state.pet ? { ...requirement, state: { ...state, pet: {} } } : requirement;
}

type ReadRequirement = (exchange: Exchange, operation: OperationName) => Requirement | undefined;

/** Readers of the requirement behind each response of the document; undefined if the exchange doesn't tell it. */
const requirementReaders: {
  readonly [O in OperationName]: Readonly<Record<Statuses[O], ReadRequirement>>;
} = {
  listPets: { 200: readPage, 401: readKeyRequirement },
  createPet: { 201: readCreated, 400: readRejected, 401: readKeyRequirement },
  getPet: { 200: () => requirePet(), 401: readKeyRequirement, 404: () => requireNotFound },
};

/** Reads the requirement that an exchange relies on, or why there is none, as the end of a sentence. */
export function readRequirement(exchange: Exchange): Requirement | string {
  const { notes, method, status, operation } = exchange;
  const findReason = (isViolation: boolean) =>
    notes
      .filter(({ kind }) => (kind === 'violation') === isViolation)
      .map((note) => describeExclusion(note, status))
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
  const ofOperation: Readonly<Record<number, ReadRequirement>> = requirementReaders[operation];
  const read = ofOperation[status];
  if (read === undefined) {
    return `the document lists no response ${status} for ${operation}`;
  }
  return read(exchange, operation) ?? `the document doesn't tell why the response is ${status}`;
}
