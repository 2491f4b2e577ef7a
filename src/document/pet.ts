import { isLosslessNumber } from 'lossless-json';
import { describeValue } from './format.js';
import { outline } from './generated/outline.js';
import { largestInt64, readJsonInt64, smallestInt64 } from './int64.js';
import type { Fields } from './json.js';

export type PetStatus = 'available' | 'pending' | 'sold';

/** Section 2 of the document. Here int64 is a bigint. */
export interface NewPet<Id = bigint> {
  readonly name: string;
  readonly categoryId: Id;
  readonly status?: PetStatus | undefined;
}

export interface Pet<Id = bigint> extends NewPet<Id> {
  readonly id: Id;
}

export const petStatuses: readonly PetStatus[] = outline.components.schemas.PetStatus.enum;

export function isPetStatus(value: unknown): value is PetStatus {
  return (petStatuses as readonly unknown[]).includes(value);
}

export const newPetFields: readonly string[] = Object.keys(
  outline.components.schemas.NewPet.properties,
);

/** A pet breaks a rule of section 2; callers put the place in front. */
export class PetError extends Error {
  override readonly name = 'PetError';

  /**
   * @param field the wrong one; none when the whole isn't an object
   * @param message what follows the field's name: `must be a string (section 2); got 5`
   * @param advice what to do about it
   */
  constructor(
    readonly field: string | undefined,
    message: string,
    readonly advice: string,
  ) {
    super(message);
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
  const { name, status } = fields;
  if (typeof name !== 'string') {
    throw createFieldError('name', 'a string', name, 'Send text in quotes.');
  }
  const categoryId = parseInteger(fields, 'categoryId');
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
