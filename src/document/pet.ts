import { isLosslessNumber } from 'lossless-json';
import { largestInt64, readJsonInt64, smallestInt64 } from '../base/int64.js';
import { type Fields, isJsonObject } from '../base/json.js';
import { describeValue } from '../base/text.js';
import { spec } from './generated/spec.js';
import type { ErrorBody, NewPet, Pet, PetStatus } from './generated/types.js';
import { must, type Problem } from './problem.js';

export type { ErrorBody, NewPet, Pet, PetStatus };

const { NewPet: newPet, Pet: pet, PetStatus: status, Error: error } = spec.components.schemas;

export const petStatuses: readonly PetStatus[] = status.enum;

export function isPetStatus(value: unknown): value is PetStatus {
  return (petStatuses as readonly unknown[]).includes(value);
}

/** An integer of 64 bits, any text, or one of three statuses. */
export type FieldKind = 'int64' | 'text' | 'status';

/** A field of a Pet (section 2). All that reads, writes, compares or generates pets goes by these. */
export interface PetField<Name extends keyof Pet = keyof Pet> {
  readonly name: Name;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
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

function readFields<Name extends keyof Pet>({ properties, required }: ObjectSchema) {
  return Object.entries(properties).map(
    ([name, schema]): PetField<Name> => ({
      name: name as Name,
      kind: '$ref' in schema ? 'status' : schema.type === 'integer' ? 'int64' : 'text',
      isRequired: required.includes(name),
      description: '$ref' in schema ? status.description : schema.description,
    }),
  );
}

/** The fields of a NewPet, in the order of the document. */
export const newPetFields = readFields<keyof NewPet>(newPet);

type OptionalField = {
  [Name in keyof NewPet]-?: undefined extends NewPet[Name] ? Name : never;
}[keyof NewPet];
type RequiredField = Exclude<keyof NewPet, OptionalField>;

export const requiredFields = newPetFields.filter(
  (field): field is PetField<RequiredField> => field.isRequired,
);
export const optionalFields = newPetFields.filter(
  (field): field is PetField<OptionalField> => !field.isRequired,
);

/** The fields of a Pet, in the order in which responses have them. */
export const petFields: readonly PetField[] = [
  ...readFields<Exclude<keyof Pet, keyof NewPet>>(pet.allOf[1]),
  ...newPetFields,
];

/** Values that every service accepts, for fields that a request is not about. */
const samples: Readonly<Record<FieldKind, unknown>> = {
  text: 'sample',
  int64: 1n,
  status: 'available',
};

export const createSamples = (fields: readonly PetField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.map(({ name, kind }) => [name, samples[kind]]));

export const responseFields = {
  Pet: petFields.map(({ name }) => name) as readonly (keyof Pet)[],
  Error: Object.keys(error.properties) as readonly (keyof ErrorBody)[],
} as const;

type ResponseFields = typeof responseFields;
/** The fields that a consumer reads of a Pet and of an Error; of what is left out, all. */
export type Needs = {
  readonly [Schema in keyof ResponseFields]?: ResponseFields[Schema] | undefined;
};

export const isPetField = (name: string): name is keyof Pet =>
  petFields.some((field) => field.name === name);

const readers: Readonly<Record<FieldKind, (value: unknown) => bigint | string | undefined>> = {
  int64: (value) => (isLosslessNumber(value) ? readJsonInt64(value.value) : undefined),
  text: (value) => (typeof value === 'string' ? value : undefined),
  status: (value) => (isPetStatus(value) ? value : undefined),
};

const expectations: Readonly<Record<FieldKind, readonly [expected: string, advice: string]>> = {
  int64: [
    'an int64 integer',
    `Send plain digits without quotes, from ${smallestInt64} to ${largestInt64}.`,
  ],
  text: ['a string', 'Send text in quotes.'],
  status: [`one of ${petStatuses.join(', ')}`, 'Use one of them, or leave it out.'],
};

const required: Problem = { detail: 'section 2' };

/** Finds the first field that is missing or wrong, with its problem and advice. */
export function findWrongField<Name extends keyof Pet>(
  values: Fields,
  fields: readonly PetField<Name>[],
) {
  const field = fields.find(({ name, kind, isRequired }) =>
    values[name] === undefined ? isRequired : readers[kind](values[name]) === undefined,
  );
  if (field === undefined) {
    return undefined;
  }
  const { name, kind } = field;
  const [expected, advice] = expectations[kind];
  const value = values[name];
  return value === undefined
    ? { ...field, problem: required, advice: `Add ${JSON.stringify(name)}.` }
    : { ...field, problem: must(`be ${expected}`, describeValue(value), 'section 2'), advice };
}

/** Reads the fields of an object, of which none is wrong; it ignores others. */
function readPetFields<Read>(values: Fields, fields: readonly PetField[]): Read {
  const read: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    if (values[name] !== undefined) {
      read[name] = readers[kind](values[name]);
    }
  }
  return read as Read;
}

export const readNewPet = (values: Fields): NewPet => readPetFields(values, newPetFields);

/** Parses a Pet; `createError` gets what is wrong with it, or with one of its fields. */
export function parsePet(
  value: unknown,
  createError: (problem: Problem, field?: string) => Error,
): Pet {
  if (!isJsonObject(value)) {
    throw createError(must('be an object', describeValue(value), 'section 2'));
  }
  const wrong = findWrongField(value, petFields);
  if (wrong !== undefined) {
    throw createError(wrong.problem, wrong.name);
  }
  return readPetFields(value, petFields);
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
export interface SeedPet<Int64 = bigint> extends NewPet<Int64> {
  readonly id?: Int64 | undefined;
}

/** Copies the fields of the document that a pet has, with its integers converted. */
export function convertPet<From, To, Some extends SeedPet<From>>(
  pet: Some,
  convert: (integer: From) => To,
): Some extends Pet<From> ? Pet<To> : SeedPet<To> {
  const copy: Record<string, unknown> = {};
  for (const { name, kind } of petFields) {
    const value = pet[name];
    if (value !== undefined) {
      copy[name] = kind === 'int64' ? convert(value as From) : value;
    }
  }
  return copy as never;
}

/** Services may keep a name without spaces at its ends, or with other code points. */
export const isSameName = (one: string, other: string) =>
  one.normalize('NFC').trim() === other.normalize('NFC').trim();

export const findChangedField = (one: Partial<Pet>, other: Partial<Pet>): keyof Pet | undefined =>
  petFields.find(({ name }) => one[name] !== other[name])?.name;
