import { spec } from '../document/generated/spec.js';
import { type FieldKind, petFields, petStatuses } from '../document/pet.js';

/** One matching rule as Pact writes it, such as `{ match: 'type' }`. */
type MatchingRule = Readonly<Record<string, unknown>> & { readonly match: string };
type Rules = Readonly<Record<string, readonly MatchingRule[]>>;

/** The expected body: an example, and the rules for values that may differ from it. */
export interface Shape {
  readonly example: unknown;
  /** By path, such as `$.id`. A value without a rule must equal the example. */
  readonly rules: Rules;
}

type Values = Readonly<Record<string, unknown>>;

const type: MatchingRule = { match: 'type' };
const equality: readonly MatchingRule[] = [{ match: 'equality' }];

const kindRules: Readonly<Record<FieldKind, readonly MatchingRule[]>> = {
  // Not `integer`, which rejects `1.0`, an integer in JSON Schema, and accepts 20 digits.
  int64: [{ match: 'number' }, { match: 'regex', regex: '^-?\\d{1,19}(\\.0+)?$' }],
  text: [type],
  status: [{ match: 'regex', regex: `^(${petStatuses.join('|')})$` }],
};

const petRules: Rules = Object.fromEntries(
  petFields.map(({ name, kind }) => [name, kindRules[kind]]),
);
const { examples } = spec.paths['/pets'].post.responses['201'].content['application/json'];
/** With the fields that each pet has. */
const examplePet = Object.fromEntries(
  Object.entries(examples['created-pet'].value).filter(([name]) =>
    petFields.some((field) => field.name === name && field.isRequired),
  ),
);

/** An object with the listed fields that it has, in that order, and their rules. */
function pick(object: Values, rules: Rules, fields: readonly string[], at: string): Shape {
  const known = fields.filter((field) => field in object);
  return {
    example: Object.fromEntries(known.map((field) => [field, object[field]])),
    rules: Object.fromEntries(known.map((field) => [`${at}.${field}`, rules[field] ?? equality])),
  };
}

/** A pet with the needed fields, and exactly these values where they are needed. */
export function createPetShape(fields: readonly string[], values: Values, at = '$'): Shape {
  const exact = Object.fromEntries(Object.keys(values).map((field) => [field, equality]));
  return pick({ ...examplePet, ...values }, { ...petRules, ...exact }, fields, at);
}

/**
 * A pet whose status, if present, is one of the three. `values` checks each present field, and so the
 * status; it only counts the others, so another interaction must find missing ones.
 */
export function createAnyStatusShape(
  fields: readonly string[],
  values: Values = {},
  at = '$',
): Shape {
  const { example, rules } = createPetShape(fields, values, at);
  const min = Object.keys(Object(example)).length;
  const each: Rules = {
    [at]: [{ match: 'values' }, ...(at === '$' ? [{ ...type, min }] : [])],
    [`${at}.status`]: kindRules.status,
    [`${at}.*`]: [{ match: 'regex', regex: '[\\s\\S]*' }],
  };
  return { example, rules: { ...each, ...rules } };
}

/**
 * A page of pets with the needed fields. With a status, all pets have it: who sends the filter relies on it,
 * also without reading the status. Otherwise Pact visits the list twice: for `type`, where `values` checks each
 * present field (and so a status), and for `eachValue`, which finds missing fields.
 */
export function createPageShape(
  fields: readonly string[],
  size: { readonly min: number; readonly max: number },
  status: string | undefined,
): Shape {
  const at = '$[*]';
  const list: MatchingRule[] = [{ match: 'type', ...size }];
  let pet: Shape;
  if (status !== undefined) {
    pet = createPetShape([...new Set([...fields, 'status'])], { status }, at);
  } else if (fields.includes('status')) {
    pet = createAnyStatusShape(fields, {}, at);
    list.push({ match: 'eachValue', rules: [type], value: '[]' });
  } else {
    pet = createPetShape(fields, {}, at);
  }
  return { example: [pet.example], rules: { $: list, ...pet.rules } };
}

/** An Error with the needed fields that repeats the HTTP status, with any code and message. */
export function createErrorShape(fields: readonly string[], status: number): Shape {
  const rules: Rules = {
    code: [type],
    message: [type],
    status: [{ match: 'number' }, { match: 'regex', regex: `^${status}(\\.0+)?$` }],
  };
  return pick({ code: 'example', message: 'An example.', status }, rules, fields, '$');
}
