import { isLosslessNumber, parse } from 'lossless-json';
import { readJsonInt64 } from '../base/int64.js';
import { type Fields, isJsonObject, omitUndefined } from '../base/json.js';
import { decodeUtf8, describeValue, shorten } from '../base/text.js';
import { findChangedField, type Pet, parsePet } from './pet.js';
import { formatExpected, formatProblem, formatRule, must, type Problem } from './problem.js';
import { getFilter, getPageSize, type PageQuery } from './requirements.js';

/** A response of a service, as far as its requirements concern it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly bytes: Uint8Array;
}

/** Thrown by every function here when a response contradicts the document. */
export class ResponseError extends Error {
  /**
   * @param problem what was received; of a wrong shape, the rule before `; got `
   * @param title without what was received, so that failures with the same cause have the same title
   * @param expected in words, where it is more than the shape
   * @param shape both sides of a wrong shape
   */
  constructor(
    problem: string,
    readonly title: string,
    readonly expected?: string,
    readonly shape = { expected: expected ?? title, received: problem },
  ) {
    super(problem);
  }
}

/**
 * Creates the error of a wrong shape.
 *
 * @param what the place in words
 * @param subject the same, where the place varies with the number of pets
 */
function createShapeError(what: string, problem: Problem, subject = what): ResponseError {
  const expected = `${what} ${formatExpected(problem)}`;
  return new ResponseError(
    `${what} ${formatProblem(problem)}`,
    `${subject} ${formatRule(problem)}`,
    undefined,
    { expected, received: problem.received ?? 'none' },
  );
}

const encoding = 'RFC 8259, section 8.1';

/** Parses the JSON of a response, every number with its digits. */
export function parseJsonResponse({ headers, bytes }: ReceivedResponse): unknown {
  const type = headers.get('content-type');
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    const got = type === null ? 'none' : JSON.stringify(type);
    const problem = must('be application/json', got, 'section 1');
    throw createShapeError('the content type', problem);
  }
  const text = decodeUtf8(bytes, true);
  if (text === undefined) {
    const problem = must('be UTF-8, as all JSON', 'other bytes', encoding);
    throw createShapeError('the body', problem);
  }
  if (text.startsWith('\ufeff')) {
    throw createShapeError('the body', must('have no byte order mark', 'one', encoding));
  }
  try {
    return parse(text);
  } catch (error) {
    // A deeply nested body exhausts the stack of the parser.
    throw createShapeError('the body', must('be JSON', (error as Error).message));
  }
}

const readPet = (value: unknown, what = 'the Pet') =>
  parsePet(value, (problem, field) => {
    const of = field === undefined ? '' : `${field} of `;
    return createShapeError(of + what, problem, `${of}the Pet`);
  });

/** @param id the pet's, if that is sure */
export function parsePetResponse(
  response: ReceivedResponse,
  id?: bigint,
  expected = `the pet with the id ${id}`,
): Pet {
  const pet = readPet(parseJsonResponse(response));
  if (id !== undefined) {
    expectUnchanged(expected, { ...pet, id }, pet);
  }
  return pet;
}

/** Where each worker has a store of its own, all of these happen: several are one finding. */
export const petProblems = {
  missing: 'getPet returns 404 for a pet that was created or listed',
  neverStored: 'createPet returns 201 for a pet that is never stored',
  unlisted: 'a list lacks a pet',
  repeated: 'a page has the same pet twice',
  otherId: 'a response has a pet with another id',
  exchanged: 'a pet has the name of another one',
  sameId: 'createPet assigns the same id twice',
} as const;

/** Checks what a request asks of a page: its limit, its status, and each pet at most once. */
function checkPage(pets: readonly Pet[], query: PageQuery): void {
  const { limit } = query;
  const filter = omitUndefined(getFilter(query));
  const max = getPageSize(query);
  const { length } = pets;
  if (length > max) {
    const asked = limit === undefined ? 'no limit, which means 20' : `limit=${limit}`;
    throw new ResponseError(
      `${length} pets for ${asked}`,
      'a page has more pets than its limit',
      `at most ${max} pets`,
    );
  }
  for (const [index, pet] of pets.entries()) {
    const field = findChangedField(pet, { ...pet, ...filter });
    if (field !== undefined) {
      throw new ResponseError(
        `pet ${index + 1} of ${length} with the ${field} ${pet[field] ?? 'none'}`,
        `a filtered page has pets with another ${field}`,
        `only pets with the ${field} ${filter[field]}`,
      );
    }
  }
  const ids = pets.map(({ id }) => id);
  const index = ids.findIndex((id, place) => ids.indexOf(id) < place);
  const id = ids[index];
  if (id !== undefined) {
    throw new ResponseError(
      `pets ${ids.indexOf(id) + 1} and ${index + 1} of ${length} with the same id ${id}`,
      petProblems.repeated,
      'every pet at most once',
    );
  }
}

/** @param query what the request asks of the page, if that is sure */
export function parsePetsResponse(response: ReceivedResponse, query?: PageQuery): Pet[] {
  const value = parseJsonResponse(response);
  if (!Array.isArray(value)) {
    throw createShapeError('Pets', must('be an array', describeValue(value)));
  }
  const pets = value.map((one, index) => readPet(one, `pet ${index + 1} of ${value.length}`));
  if (query !== undefined) {
    checkPage(pets, query);
  }
  return pets;
}

/** Parses an Error of section 2, whose status repeats the HTTP status (section 7). */
export function parseErrorResponse(response: ReceivedResponse): Fields {
  const fields = parseJsonResponse(response);
  if (!isJsonObject(fields)) {
    throw createShapeError('the Error', must('be an object', describeValue(fields)));
  }
  const expectField = (field: string, isRight: boolean, what: string, detail?: string) => {
    if (!isRight) {
      const got = fields[field] === undefined ? 'none' : describeValue(fields[field]);
      throw createShapeError(`${field} of the Error`, must(what, got, detail));
    }
  };
  for (const field of ['code', 'message']) {
    expectField(field, typeof fields[field] === 'string', 'be a string');
  }
  const { status } = fields;
  const integer = isLosslessNumber(status) ? readJsonInt64(status.value) : undefined;
  const isRepeated = integer === BigInt(response.status);
  expectField('status', isRepeated, 'repeat the HTTP status', `${response.status}`);
  return fields;
}

/** Long names may differ beyond what is shown. */
const describeName = (name: string) =>
  `${JSON.stringify(shorten(name))} (${name.length} characters)`;

/** @param expected in words */
export function createChangeError(expected: string, before: Pet, pet: Pet): ResponseError {
  const field = findChangedField(before, pet) ?? 'id';
  const describe = (one: Pet) =>
    field === 'name' ? describeName(one.name) : String(one[field] ?? 'none');
  const problem = `the ${field} ${describe(pet)} instead of ${describe(before)}`;
  const title = field === 'id' ? petProblems.otherId : `${field} of the Pet changes`;
  return new ResponseError(problem, title, expected);
}

export function expectUnchanged(expected: string, before: Pet, pet: Pet): void {
  if (findChangedField(before, pet) !== undefined) {
    throw createChangeError(expected, before, pet);
  }
}
