import { isLosslessNumber } from 'lossless-json';
import { document } from '../generated/document.js';
import { describeValue } from '../interface/format.js';
import { largestInt64, readJsonInt64, smallestInt64 } from '../interface/int64.js';
import { isPetStatus, type NewPet, type Pet, petStatuses } from './pet.js';

export const newPetFields: readonly string[] = Object.keys(
  document.components.schemas.NewPet.properties,
);

/** A parsed JSON object whose numbers have all their digits. */
export type Fields = Readonly<Record<string, unknown>>;

/** A pet breaks a rule of section 2; callers put the place in front. */
export class PetError extends Error {
  override readonly name = 'PetError';
  /** The wrong field; none when the whole isn't an object. */
  readonly field: string | undefined;
  /** What to do about it. */
  readonly advice: string;

  /** @param message what follows the field's name: `must be a string (section 2); got 5` */
  constructor(field: string | undefined, message: string, advice: string) {
    super(message);
    this.field = field;
    this.advice = advice;
  }
}

function createFieldError(
  field: string,
  expected: string,
  value: unknown,
  advice: string,
): PetError {
  return value === undefined
    ? new PetError(field, 'is required (section 2)', `Add ${JSON.stringify(field)}.`)
    : new PetError(field, `must be ${expected} (section 2); got ${describeValue(value)}`, advice);
}

function parseName({ name }: Fields): string {
  if (typeof name !== 'string') {
    throw createFieldError('name', 'a string', name, 'Send text in quotes.');
  }
  return name;
}

function parseInteger(fields: Fields, field: 'id' | 'categoryId'): bigint {
  const value = fields[field];
  const integer = isLosslessNumber(value) ? readJsonInt64(value.value) : undefined;
  if (integer === undefined) {
    const advice = `Send plain digits without quotes, from ${smallestInt64} to ${largestInt64}.`;
    throw createFieldError(field, 'an int64 integer', value, advice);
  }
  return integer;
}

/**
 * Parses the fields of a NewPet; it ignores others.
 *
 * @throws {PetError} that names the field, and what was expected and received
 */
export function parseNewPet(fields: Fields): NewPet {
  const name = parseName(fields);
  const categoryId = parseInteger(fields, 'categoryId');
  const { status } = fields;
  if (status === undefined) {
    return { name, categoryId };
  }
  if (!isPetStatus(status)) {
    const expected = `one of ${petStatuses.join(', ')}`;
    throw createFieldError('status', expected, status, 'Use one of them, or leave status out.');
  }
  return { name, categoryId, status };
}

/**
 * Parses a Pet; it ignores fields that the document doesn't have.
 *
 * @throws {PetError} that names the field, and what was expected and received
 */
export function parsePet(value: unknown): Pet {
  const kind = describeValue(value);
  if (kind !== 'an object') {
    throw new PetError(undefined, `must be an object (section 2); got ${kind}`, 'Send a Pet.');
  }
  const fields = value as Fields;
  return { id: parseInteger(fields, 'id'), ...parseNewPet(fields) };
}
