import type { PetStatus } from './client.js';

/** One matching rule as Pact writes it, such as `{ match: 'type' }`. */
export type MatchingRule = Readonly<Record<string, unknown>> & { readonly match: string };

/** The expected body: an example, and the rules for values that may differ from it. */
export interface Shape {
  readonly example: unknown;
  /** By path, such as `$.id`. A value without a rule must equal the example. */
  readonly rules: Readonly<Record<string, readonly MatchingRule[]>>;
}

const type: MatchingRule = { match: 'type' };

/** Not `integer`, which rejects `1.0`, an integer in JSON Schema, and accepts 20 digits. */
const int64: readonly MatchingRule[] = [
  { match: 'number' },
  { match: 'regex', regex: '^-?\\d{1,19}(\\.0+)?$' },
];

const oneOfTheStatuses: readonly MatchingRule[] = [
  { match: 'regex', regex: '^(available|pending|sold)$' },
];

const anything: readonly MatchingRule[] = [{ match: 'regex', regex: '[\\s\\S]*' }];

const fields = { id: int64, name: [type], categoryId: int64 };

/** Moves the rules of fields under a path. */
function under(path: string, rules: Readonly<Record<string, readonly MatchingRule[]>>) {
  return Object.fromEntries(
    Object.entries(rules).map(([field, rule]) => [`${path}.${field}`, rule]),
  );
}

const example = { id: 1n, name: 'Rex', categoryId: 2n };

/** A pet, with this status if there is one. */
export function pet(status?: PetStatus): Shape {
  return {
    example: status === undefined ? example : { ...example, status },
    rules: under('$', fields),
  };
}

/** A pet with exactly these values, and an id from the service. */
export function petWith(values: Readonly<Record<string, unknown>>): Shape {
  const { id, categoryId } = fields;
  const rules = 'categoryId' in values ? { id } : { id, categoryId };
  return { example: { ...example, ...values }, rules: under('$', rules) };
}

/**
 * A pet with these values whose status, if present, is one of the three. `values` checks each present
 * field, and so the status; missing fields are only counted.
 */
export function petWithAnyOrNoStatus(values: Readonly<Record<string, unknown>> = {}): Shape {
  const exact = Object.keys(values).map((field) => [field, [{ match: 'equality' }]]);
  return {
    example: { ...example, ...values },
    rules: {
      $: [{ match: 'values' }, { match: 'type', min: 3 }],
      ...under('$', {
        ...fields,
        status: oneOfTheStatuses,
        '*': anything,
        ...Object.fromEntries(exact),
      }),
    },
  };
}

/**
 * A page of pets. Pact visits the list twice: for `type`, where `values` checks each present field (and
 * so a status), and for `eachValue`, which finds missing fields.
 */
export function page(max: number): Shape {
  return {
    example: [example],
    rules: {
      $: [
        { match: 'type', min: 1, max },
        { match: 'eachValue', rules: [type], value: '[]' },
      ],
      '$[*]': [{ match: 'values' }],
      ...under('$[*]', { ...fields, status: oneOfTheStatuses, '*': anything }),
    },
  };
}

/** A page of pets that all have this status. */
export function pageWithStatus(status: PetStatus, max: number): Shape {
  return {
    example: [{ ...example, status }],
    rules: {
      $: [{ match: 'type', min: 1, max }],
      ...under('$[*]', { ...fields, status: [{ match: 'equality' }] }),
    },
  };
}

/** An Error that repeats the HTTP status, with any code and message. */
export function error(status: 400 | 401 | 404): Shape {
  return {
    example: { code: 'example', message: 'An example.', status: BigInt(status) },
    rules: under('$', {
      code: [type],
      message: [type],
      status: [{ match: 'number' }, { match: 'regex', regex: `^${status}(\\.0+)?$` }],
    }),
  };
}
