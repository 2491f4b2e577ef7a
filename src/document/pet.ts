import { isLosslessNumber } from 'lossless-json';
import { describeValue } from './format.js';
import { spec } from './generated/spec.js';
import type { ErrorBody, NewPet, Pet, PetStatus } from './generated/types.js';
import { largestInt64, readJsonInt64, smallestInt64 } from './int64.js';
import type { Fields } from './json.js';

export type { ErrorBody, NewPet, Pet, PetStatus };

const { NewPet: newPet, Pet: pet, PetStatus: status, Error: error } = spec.components.schemas;

export const petStatuses: readonly PetStatus[] = status.enum;

export function isPetStatus(value: unknown): value is PetStatus {
  return (petStatuses as readonly unknown[]).includes(value);
}

/** How the value of a field is written: an integer of 64 bits, any text, or one of three statuses. */
export type FieldKind = 'int64' | 'text' | 'status';

/** A field of a Pet (section 2). All that reads, writes, compares or generates pets goes by these. */
export interface PetField {
  readonly name: keyof Pet;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Whether the service assigns it; a NewPet has all others. */
  readonly isAssigned: boolean;
  readonly description: string;
}

/** The schemas that a field may have: the compiler refuses a spec with another one. */
type FieldSchema =
  | { readonly $ref: '#/components/schemas/PetStatus' }
  | { readonly type: 'integer'; readonly format: 'int64'; readonly description: string }
  | { readonly type: 'string'; readonly description: string };

interface ObjectSchema {
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
}

function readFields({ properties, required }: ObjectSchema, isAssigned: boolean): PetField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name: name as keyof Pet,
    kind: '$ref' in schema ? 'status' : schema.type === 'integer' ? 'int64' : 'text',
    isRequired: required.includes(name),
    isAssigned,
    description: '$ref' in schema ? status.description : schema.description,
  }));
}

/** The fields of a NewPet, in the order of the document. */
export const newPetFields: readonly PetField[] = readFields(newPet, false);

/** The fields of a Pet, in the order in which responses have them. */
export const petFields: readonly PetField[] = [...readFields(pet.allOf[1], true), ...newPetFields];

/** The names of the fields of the objects in responses. */
export const responseFields = {
  Pet: petFields.map(({ name }) => name) as readonly (keyof Pet)[],
  Error: Object.keys(error.properties) as readonly (keyof ErrorBody)[],
} as const;

export const isPetField = (name: string): name is keyof Pet =>
  petFields.some((field) => field.name === name);

/** A pet breaks a rule of section 2. The caller adds which pet, before the message. */
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

/** How a value of each kind is read; undefined if it is none. */
const readers: Readonly<Record<FieldKind, (value: unknown) => bigint | string | undefined>> = {
  int64: (value) => (isLosslessNumber(value) ? readJsonInt64(value.value) : undefined),
  text: (value) => (typeof value === 'string' ? value : undefined),
  status: (value) => (isPetStatus(value) ? value : undefined),
};

/** What a value of each kind must be, and how to send one. */
const expectations: Readonly<Record<FieldKind, readonly [expected: string, advice: string]>> = {
  int64: [
    'an int64 integer',
    `Send plain digits without quotes, from ${smallestInt64} to ${largestInt64}.`,
  ],
  text: ['a string', 'Send text in quotes.'],
  status: [`one of ${petStatuses.join(', ')}`, 'Use one of them, or leave it out.'],
};

export type RequiredField = {
  [Name in keyof NewPet]-?: undefined extends NewPet[Name] ? never : Name;
}[keyof NewPet];

/** Finds the first field of a NewPet that is missing or wrong. */
export const findWrongField = (values: Fields): PetField | undefined =>
  newPetFields.find(({ name, kind, isRequired }) =>
    values[name] === undefined ? isRequired : readers[kind](values[name]) === undefined,
  );

/** Parses the fields of an object; it ignores others. */
function parseFields<Parsed>(values: Fields, fields: readonly PetField[]): Parsed {
  const parsed: Record<string, bigint | string> = {};
  for (const { name, kind, isRequired } of fields) {
    const value = values[name];
    if (value === undefined) {
      if (isRequired) {
        throw new PetError(name, 'is required (section 2)', `Add ${JSON.stringify(name)}.`);
      }
      continue;
    }
    const read = readers[kind](value);
    if (read === undefined) {
      const [expected, advice] = expectations[kind];
      const message = `must be ${expected} (section 2); got ${describeValue(value)}`;
      throw new PetError(name, message, advice);
    }
    parsed[name] = read;
  }
  return parsed as Parsed;
}

/** @throws {PetError} that names the field, and what was expected and received */
export const parseNewPet = (values: Fields): NewPet => parseFields(values, newPetFields);

/** @throws {PetError} that names the field, and what was expected and received */
export function parsePet(value: unknown): Pet {
  const kind = describeValue(value);
  if (kind !== 'an object') {
    throw new PetError(undefined, `must be an object (section 2); got ${kind}`, 'Send a Pet.');
  }
  return parseFields(value as Fields, petFields);
}

/**
 * Writes the fields of a pet, or of a NewPet, as JSON with every digit.
 *
 * @param id that of the pet, if it has none of its own
 * @param extra other fields, as the text of a JSON object
 */
export function formatPet(pet: Partial<Pet<unknown>>, id: unknown = pet.id, extra = '{}'): string {
  const parts: unknown[] = [];
  for (const { name, kind } of petFields) {
    const value = name === 'id' ? id : pet[name];
    if (value !== undefined) {
      const mark = parts.length === 0 ? '{"' : ',"';
      parts.push(mark, name, '":', kind === 'int64' ? value : JSON.stringify(value));
    }
  }
  parts.push(extra === '{}' ? '}' : `,${extra.slice(1)}`);
  // Joined, so that the text is kept in one piece and not as a tree of its parts.
  return parts.join('');
}

/** A NewPet which may have its identifier. */
export type SeedPet<Int64 = bigint> = NewPet<Int64> & { readonly id?: Int64 | undefined };

/** Copies the fields of the document that a pet has, with its integers converted. */
export function convertPet<From, To>(pet: Pet<From>, convert: (integer: From) => To): Pet<To>;
export function convertPet<From, To>(
  pet: SeedPet<From>,
  convert: (integer: From) => To,
): SeedPet<To>;
export function convertPet<From, To>(
  pet: SeedPet<From>,
  convert: (integer: From) => To,
): SeedPet<To> {
  const copy: Record<string, unknown> = {};
  for (const { name, kind } of petFields) {
    const value = pet[name];
    if (value !== undefined) {
      copy[name] = kind === 'int64' ? convert(value as From) : value;
    }
  }
  return copy as unknown as SeedPet<To>;
}

export const findChangedField = (one: Partial<Pet>, other: Partial<Pet>): keyof Pet | undefined =>
  petFields.find(({ name }) => one[name] !== other[name])?.name;
