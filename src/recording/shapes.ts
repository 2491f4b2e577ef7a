import { type Needs, responseFields } from '../engine/interface/response-fields.js';
import { type PetStatus, petStatuses } from '../engine/pets/pet.js';

/** One matching rule as Pact writes it, such as `{ match: 'type' }`. */
type MatchingRule = Readonly<Record<string, unknown>> & { readonly match: string };
type Rules = Readonly<Record<string, readonly MatchingRule[]>>;

/** The expected body: an example, and the rules for values that may differ from it. */
export interface Shape {
  readonly example: unknown;
  /** By path, such as `$.id`. A value without a rule must equal the example. */
  readonly rules: Rules;
}

type PetField = (typeof responseFields)['Pet'][number];
type Fields = Readonly<Record<string, unknown>>;

const type: MatchingRule = { match: 'type' };
const equality: readonly MatchingRule[] = [{ match: 'equality' }];
const anything: readonly MatchingRule[] = [{ match: 'regex', regex: '[\\s\\S]*' }];

/** Not `integer`, which rejects `1.0`, an integer in JSON Schema, and accepts 20 digits. */
const int64: readonly MatchingRule[] = [
  { match: 'number' },
  { match: 'regex', regex: '^-?\\d{1,19}(\\.0+)?$' },
];

const petRules: Readonly<Record<PetField, readonly MatchingRule[]>> = {
  id: int64,
  name: [type],
  categoryId: int64,
  status: [{ match: 'regex', regex: `^(${petStatuses.join('|')})$` }],
};

/** How many pets a page has. */
export interface PageSize {
  readonly min: number;
  readonly max: number;
}

const examplePet = { id: 1, name: 'Rex', categoryId: 2 };

/** The members of an object whose names are listed, in that order. */
function pick(object: Fields, names: readonly string[]): Fields {
  const known = names.filter((name) => name in object);
  return Object.fromEntries(known.map((name) => [name, object[name]]));
}

/** Moves the rules of fields under a path. */
function under(path: string, rules: Fields): Rules {
  const moved = Object.entries(rules).map(([field, rule]) => [`${path}.${field}`, rule]);
  return Object.fromEntries(moved);
}

const listPetFields = ({ Pet: fields = responseFields.Pet }: Needs) => fields;

/** Whether a consumer reads the status of pets. */
export function needsStatus(needs: Needs): boolean {
  return listPetFields(needs).includes('status');
}

/** A pet with the needed fields, and exactly these values where they are needed. */
export function createPetShape(needs: Needs, values: Fields): Shape {
  const fields = listPetFields(needs);
  const example = pick({ ...examplePet, ...values }, fields);
  const rules = Object.keys(example).map((field) => [
    field,
    field in values ? equality : petRules[field as PetField],
  ]);
  return { example, rules: under('$', Object.fromEntries(rules)) };
}

/**
 * A pet whose status, if present, is one of the three. `values` checks each present field, and so the
 * status; it doesn't find missing fields, which another interaction must.
 */
export function createAnyStatusShape(needs: Needs, values: Fields = {}): Shape {
  const shape = createPetShape(needs, values);
  const { status } = petRules;
  const rules = { $: [{ match: 'values' }], ...under('$', { status, '*': anything }) };
  return { ...shape, rules: { ...rules, ...shape.rules } };
}

/**
 * A page of pets with the needed fields. Pact visits the list twice: for `type`, where `values` checks each
 * present field (and so a status), and for `eachValue`, which finds missing fields.
 */
export function createPageShape(needs: Needs, { min, max }: PageSize): Shape {
  const pet = createPetShape(needs, {});
  const size = { match: 'type', min, max };
  if (!needsStatus(needs)) {
    const rules = Object.entries(pet.rules).map(([path, rule]) => [`$[*]${path.slice(1)}`, rule]);
    return { example: [pet.example], rules: { $: [size], ...Object.fromEntries(rules) } };
  }
  const { rules } = createAnyStatusShape(needs);
  const moved = Object.entries(rules).map(([path, rule]) => [`$[*]${path.slice(1)}`, rule]);
  const each = { match: 'eachValue', rules: [type], value: '[]' };
  return { example: [pet.example], rules: { $: [size, each], ...Object.fromEntries(moved) } };
}

/**
 * A page of pets with the needed fields that all have this status: who sends the filter relies on it, also
 * without reading the status.
 */
export function createFilteredPageShape(
  needs: Needs,
  { min, max }: PageSize,
  status: PetStatus,
): Shape {
  const fields = [...listPetFields(needs), 'status'] as const;
  const { example, rules } = createPetShape({ Pet: fields }, { status });
  const moved = Object.entries(rules).map(([path, rule]) => [`$[*]${path.slice(1)}`, rule]);
  return {
    example: [example],
    rules: { $: [{ match: 'type', min, max }], ...Object.fromEntries(moved) },
  };
}

/** An Error with the needed fields that repeats the HTTP status, with any code and message. */
export function createErrorShape({ Error: fields = responseFields.Error }: Needs, status: number) {
  const rules = {
    code: [type],
    message: [type],
    status: [{ match: 'number' }, { match: 'regex', regex: `^${status}(\\.0+)?$` }],
  };
  const example = pick({ code: 'example', message: 'An example.', status }, fields);
  return { example, rules: under('$', pick(rules, fields)) } as Shape;
}
