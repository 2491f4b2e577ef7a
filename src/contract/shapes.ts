import { type PetStatus, petStatuses } from '../document/pet.js';
import { type Needs, responseFields } from '../document/response-fields.js';

/** One matching rule as Pact writes it, such as `{ match: 'type' }`. */
type MatchingRule = Readonly<Record<string, unknown>> & { readonly match: string };
type Rules = Readonly<Record<string, readonly MatchingRule[]>>;

/** The expected body: an example, and the rules for values that may differ from it. */
export interface Shape {
  readonly example: unknown;
  /** By path, such as `$.id`. A value without a rule must equal the example. */
  readonly rules: Rules;
}

/** How many pets a page has. */
export interface PageSize {
  readonly min: number;
  readonly max: number;
}

type Fields = Readonly<Record<string, unknown>>;

const type: MatchingRule = { match: 'type' };
const equality: readonly MatchingRule[] = [{ match: 'equality' }];

/** Not `integer`, which rejects `1.0`, an integer in JSON Schema, and accepts 20 digits. */
const int64: readonly MatchingRule[] = [
  { match: 'number' },
  { match: 'regex', regex: '^-?\\d{1,19}(\\.0+)?$' },
];

const petRules: Rules = {
  id: int64,
  name: [type],
  categoryId: int64,
  status: [{ match: 'regex', regex: `^(${petStatuses.join('|')})$` }],
};

const examplePet = { id: 1, name: 'Rex', categoryId: 2 };

/** An object with the listed fields that it has, in that order, and their rules. */
function pick(object: Fields, rules: Rules, fields: readonly string[], at: string): Shape {
  const known = fields.filter((field) => field in object);
  return {
    example: Object.fromEntries(known.map((field) => [field, object[field]])),
    rules: Object.fromEntries(known.map((field) => [`${at}.${field}`, rules[field] ?? equality])),
  };
}

const listPetFields = ({ Pet: fields = responseFields.Pet }: Needs) => fields;

/** Whether a consumer reads the status of pets. */
export function needsStatus(needs: Needs): boolean {
  return listPetFields(needs).includes('status');
}

/** A pet with the needed fields, and exactly these values where they are needed. */
export function createPetShape(needs: Needs, values: Fields, at = '$'): Shape {
  const exact = Object.fromEntries(Object.keys(values).map((field) => [field, equality]));
  const rules = { ...petRules, ...exact };
  return pick({ ...examplePet, ...values }, rules, listPetFields(needs), at);
}

/**
 * A pet whose status, if present, is one of the three. `values` checks each present field, and so the
 * status; it doesn't find missing fields, which another interaction must.
 */
export function createAnyStatusShape(needs: Needs, values: Fields = {}, at = '$'): Shape {
  const { example, rules } = createPetShape(needs, values, at);
  const each: Rules = {
    [at]: [{ match: 'values' }],
    [`${at}.status`]: petRules.status as MatchingRule[],
    [`${at}.*`]: [{ match: 'regex', regex: '[\\s\\S]*' }],
  };
  return { example, rules: { ...each, ...rules } };
}

/**
 * A page of pets with the needed fields. Pact visits the list twice: for `type`, where `values` checks each
 * present field (and so a status), and for `eachValue`, which finds missing fields.
 */
export function createPageShape(needs: Needs, size: PageSize): Shape {
  const hasStatus = needsStatus(needs);
  const pet = hasStatus
    ? createAnyStatusShape(needs, {}, '$[*]')
    : createPetShape(needs, {}, '$[*]');
  const each = hasStatus ? [{ match: 'eachValue', rules: [type], value: '[]' }] : [];
  const list: Rules = { $: [{ match: 'type', ...size }, ...each] };
  return { example: [pet.example], rules: { ...list, ...pet.rules } };
}

/**
 * A page of pets with the needed fields that all have this status: who sends the filter relies on it, also
 * without reading the status.
 */
export function createFilteredPageShape(needs: Needs, size: PageSize, status: PetStatus): Shape {
  const fields = { Pet: [...new Set([...listPetFields(needs), 'status' as const])] };
  const pet = createPetShape(fields, { status }, '$[*]');
  return { example: [pet.example], rules: { $: [{ match: 'type', ...size }], ...pet.rules } };
}

/** An Error with the needed fields that repeats the HTTP status, with any code and message. */
export function createErrorShape(
  { Error: fields = responseFields.Error }: Needs,
  status: number,
): Shape {
  const example = { code: 'example', message: 'An example.', status };
  const rules: Rules = {
    code: [type],
    message: [type],
    status: [{ match: 'number' }, { match: 'regex', regex: `^${status}(\\.0+)?$` }],
  };
  return pick(example, rules, fields, '$');
}
