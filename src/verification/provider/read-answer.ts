import { LosslessNumber, parse } from 'lossless-json';
import { describeValue } from '../../engine/interface/format.js';
import { readJsonInt64 } from '../../engine/interface/int64.js';
import { PetError, parsePet } from '../../engine/pets/parse-pet.js';
import type { Pet } from '../../engine/pets/pet.js';
import type { RawAnswer } from './transport.js';

/** What an answer is instead of what it should be. */
class Unexpected extends Error {
  override readonly name = 'Unexpected';
}

type Fields = Readonly<Record<string, unknown>>;

/** The JSON value of an answer, every number with its digits. */
export function readJson({ headers, bytes }: RawAnswer): unknown {
  const type = headers.get('content-type');
  if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new Unexpected(
      `the content type ${type === null ? 'is missing' : `is ${JSON.stringify(type)}`}, and has to be application/json (section 1)`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unexpected('the body is not UTF-8, which JSON has to be (RFC 8259, 8.1)');
  }
  try {
    return parse(text);
  } catch (error) {
    // A deeply nested body exhausts the stack of the parser.
    throw new Unexpected(`the body is not JSON: ${(error as Error).message.slice(0, 120)}`);
  }
}

function readFields(value: unknown, what: string): Fields {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    value instanceof LosslessNumber
  ) {
    throw new Unexpected(`${what} has to be an object, and ${describeValue(value)} came`);
  }
  return value as Fields;
}

function readText(fields: Fields, field: string, what: string): string {
  const value = fields[field];
  if (typeof value !== 'string') {
    throw new Unexpected(`${field} of ${what} has to be a string, and ${came(value)} came`);
  }
  return value;
}

function readInt64(fields: Fields, field: string, what: string): bigint {
  const value = fields[field];
  const integer = value instanceof LosslessNumber ? readJsonInt64(value.value) : undefined;
  if (integer === undefined) {
    throw new Unexpected(`${field} of ${what} has to be an int64 integer, and ${came(value)} came`);
  }
  return integer;
}

const came = (value: unknown) => (value === undefined ? 'none' : describeValue(value));

/** A Pet of section 2; fields beyond the document's are left out, as they may be there or not. */
function readPet(value: unknown, what = 'the Pet'): Pet {
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    const { field, message } = error;
    throw new Unexpected(`${field === undefined ? what : `${field} of ${what}`} ${message}`);
  }
}

export const readPetAnswer = (answer: RawAnswer): Pet => readPet(readJson(answer));

/** Pets of section 2: an array of Pet. */
export function readPetsAnswer(answer: RawAnswer): Pet[] {
  const value = readJson(answer);
  if (!Array.isArray(value)) {
    throw new Unexpected(`Pets have to be an array, and ${describeValue(value)} came`);
  }
  return value.map((element, index) => readPet(element, `the Pet at place ${index}`));
}

/** An Error of section 2, whose status repeats the one of HTTP (section 7). */
export function readErrorAnswer(answer: RawAnswer): void {
  const fields = readFields(readJson(answer), 'the Error');
  readText(fields, 'code', 'the Error');
  readText(fields, 'message', 'the Error');
  const status = readInt64(fields, 'status', 'the Error');
  if (status !== BigInt(answer.status)) {
    throw new Unexpected(
      `status of the Error has to repeat the HTTP status ${answer.status}, and ${status} came`,
    );
  }
}
