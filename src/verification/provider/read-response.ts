import { LosslessNumber, parse } from 'lossless-json';
import { describeValue } from '../../engine/interface/format.js';
import { readJsonInt64 } from '../../engine/interface/int64.js';
import { PetError, parsePet } from '../../engine/pets/parse-pet.js';
import type { Pet } from '../../engine/pets/pet.js';
import type { RawResponse } from './transport.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses the JSON of a response, every number with its digits.
 *
 * @throws {Error} as every function here, with a message that says what is wrong with the response
 */
export function parseJsonResponse({ headers, bytes }: RawResponse): unknown {
  const type = headers.get('content-type');
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new Error(
      `the content type must be application/json (section 1); got ${type === null ? 'none' : JSON.stringify(type)}`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('the body must be UTF-8, as all JSON (RFC 8259, 8.1)');
  }
  try {
    return parse(text);
  } catch (error) {
    // A deeply nested body exhausts the stack of the parser.
    throw new Error(`the body must be JSON; ${(error as Error).message.slice(0, 120)}`);
  }
}

function readFields(value: unknown, what: string): Fields {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    value instanceof LosslessNumber
  ) {
    throw new Error(`${what} must be an object; got ${describeValue(value)}`);
  }
  return value as Fields;
}

function readText(fields: Fields, field: string, what: string): string {
  const value = fields[field];
  if (typeof value !== 'string') {
    throw new Error(`${field} of ${what} must be a string; got ${describeField(value)}`);
  }
  return value;
}

function readInt64(fields: Fields, field: string, what: string): bigint {
  const value = fields[field];
  const integer = value instanceof LosslessNumber ? readJsonInt64(value.value) : undefined;
  if (integer === undefined) {
    throw new Error(`${field} of ${what} must be an int64 integer; got ${describeField(value)}`);
  }
  return integer;
}

const describeField = (value: unknown) => (value === undefined ? 'none' : describeValue(value));

/** Reads a Pet of section 2; other fields are left out, as they are neither required nor forbidden. */
function readPet(value: unknown, what = 'the Pet'): Pet {
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    const { field, message } = error;
    throw new Error(`${field === undefined ? what : `${field} of ${what}`} ${message}`);
  }
}

export const parsePetResponse = (response: RawResponse): Pet =>
  readPet(parseJsonResponse(response));

/** Parses Pets of section 2: an array of Pet. */
export function parsePetsResponse(response: RawResponse): Pet[] {
  const value = parseJsonResponse(response);
  if (!Array.isArray(value)) {
    throw new Error(`Pets must be an array; got ${describeValue(value)}`);
  }
  return value.map((element, index) => readPet(element, `the Pet at index ${index}`));
}

/** Checks for an Error of section 2, whose status repeats the HTTP status (section 7). */
export function parseErrorResponse(response: RawResponse): void {
  const fields = readFields(parseJsonResponse(response), 'the Error');
  readText(fields, 'code', 'the Error');
  readText(fields, 'message', 'the Error');
  const status = readInt64(fields, 'status', 'the Error');
  if (status !== BigInt(response.status)) {
    throw new Error(
      `status of the Error must repeat the HTTP status ${response.status}; got ${status}`,
    );
  }
}
