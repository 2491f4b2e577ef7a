import { isLosslessNumber, parse } from 'lossless-json';
import { describeValue, shorten } from '../document/format.js';
import { readJsonInt64 } from '../document/int64.js';
import { findChangedField, type Pet, PetError, parsePet } from '../document/pet.js';
import { displaced } from './causes.js';
import type { Failure } from './evidence.js';
import type { RawResponse } from './send/client.js';

/** Thrown by every function here when a response has the wrong shape. */
export class ResponseError extends Error {
  /** Without what was received, so that failures with the same cause have the same title. */
  readonly title: string;

  /**
   * @param what the place in words
   * @param problem what follows it: `must be a string (section 2); got null`
   * @param subject the place in words, where it varies with the number of pets
   */
  constructor(what: string, problem: string, subject = what) {
    super(`${what} ${problem}`);
    this.title = `${subject} ${problem.replace(/;.*/s, '').replace(/ \([^)]*\)/g, '')}`;
  }
}

/** Parses the JSON of a response, every number with its digits. */
export function parseJsonResponse({ headers, bytes }: RawResponse): unknown {
  const type = headers.get('content-type');
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    const got = type === null ? 'none' : JSON.stringify(type);
    const problem = `must be application/json (section 1); got ${got}`;
    throw new ResponseError('the content type', problem);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ResponseError('the body', 'must be UTF-8, as all JSON (RFC 8259, section 8.1)');
  }
  if (text.startsWith('\ufeff')) {
    throw new ResponseError(
      'the body',
      'must not begin with a byte order mark (RFC 8259, section 8.1)',
    );
  }
  try {
    return parse(text);
  } catch (error) {
    // A deeply nested body exhausts the stack of the parser.
    throw new ResponseError('the body', `must be JSON; ${(error as Error).message}`);
  }
}

/** Parses a response; whatever is wrong with it, the result is undefined. */
export function tryParse<T>(
  parseResponse: (response: RawResponse) => T,
  response: RawResponse,
): T | undefined {
  try {
    return parseResponse(response);
  } catch {
    return undefined;
  }
}

function readPet(value: unknown, what = 'the Pet'): Pet {
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    const { field, message } = error;
    const of = field === undefined ? '' : `${field} of `;
    throw new ResponseError(of + what, message, `${of}the Pet`);
  }
}

export const parsePetResponse = (response: RawResponse): Pet =>
  readPet(parseJsonResponse(response));

/** Parses Pets of section 2: an array of Pet. */
export function parsePetsResponse(response: RawResponse): Pet[] {
  const value = parseJsonResponse(response);
  if (!Array.isArray(value)) {
    throw new ResponseError('Pets', `must be an array; got ${describeValue(value)}`);
  }
  return value.map((element, index) => readPet(element, `pet ${index + 1} of ${value.length}`));
}

/** Checks for an Error of section 2, whose status repeats the HTTP status (section 7). */
export function parseErrorResponse(response: RawResponse): void {
  const value = parseJsonResponse(response);
  const kind = describeValue(value);
  if (kind !== 'an object') {
    throw new ResponseError('the Error', `must be an object; got ${kind}`);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const expectField = (field: string, isRight: boolean, rule: string) => {
    if (!isRight) {
      const got = fields[field] === undefined ? 'none' : describeValue(fields[field]);
      const problem = `must ${rule}; got ${got}`;
      throw new ResponseError(`${field} of the Error`, problem);
    }
  };
  for (const field of ['code', 'message']) {
    expectField(field, typeof fields[field] === 'string', 'be a string');
  }
  const { status } = fields;
  const integer = isLosslessNumber(status) ? readJsonInt64(status.value) : undefined;
  const isRepeated = integer === BigInt(response.status);
  expectField('status', isRepeated, `repeat the HTTP status (${response.status})`);
}

/** Long names may differ beyond what is shown. */
const describeName = (name: string) =>
  `${JSON.stringify(shorten(name))} (${name.length} characters)`;

/** Describes the first difference of a pet. */
export function describeChange(expected: string, before: Pet, pet: Pet): Failure {
  const field = findChangedField(before, pet) ?? 'id';
  const problem =
    field === 'name'
      ? `name is ${describeName(pet.name)}; expected ${describeName(before.name)}`
      : `${field} is ${pet[field] ?? 'missing'}; expected ${before[field] ?? 'none'}`;
  return { expected, problem, cause: field === 'id' ? displaced : `${field} of the Pet changes` };
}
