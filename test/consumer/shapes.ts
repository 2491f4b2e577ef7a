import type { PetStatus } from './client.js';
import type { MatchingRule, Shape } from './interaction.js';

const type: MatchingRule = { match: 'type' };

/** Not `integer`: that refuses `1.0`, which is an integer to JSON Schema, and allows 20 digits. */
const int64: readonly MatchingRule[] = [
  { match: 'number' },
  { match: 'regex', regex: '^-?\\d{1,19}(\\.0+)?$' },
];

const oneOfTheStatuses: readonly MatchingRule[] = [
  { match: 'regex', regex: '^(available|pending|sold)$' },
];

const anything: readonly MatchingRule[] = [{ match: 'regex', regex: '[\\s\\S]*' }];

const fields = { id: int64, name: [type], categoryId: int64 };

/** The rules of a pet's fields, wherever the pet is. */
function under(path: string, rules: Readonly<Record<string, readonly MatchingRule[]>>) {
  return Object.fromEntries(
    Object.entries(rules).map(([field, rule]) => [`${path}.${field}`, rule]),
  );
}

const example = { id: 1n, name: 'Rex', categoryId: 2n };

/** A pet; with a status, it must have this very one. */
export function pet(status?: PetStatus): Shape {
  return {
    example: status === undefined ? example : { ...example, status },
    rules: under('$', fields),
  };
}

/** A pet that has these values, digit by digit, and an identifier of the service's own. */
export function petWith(values: Readonly<Record<string, unknown>>): Shape {
  const { id, categoryId } = fields;
  const rules = 'categoryId' in values ? { id } : { id, categoryId };
  return { example: { ...example, ...values }, rules: under('$', rules) };
}

/**
 * A pet with these values whose status, where it has one, is one of the three. `values` looks at
 * each field that came and so at the status too; fields that didn't come are only counted.
 */
export function petWithAnyOrNoStatus(values: Readonly<Record<string, unknown>> = {}): Shape {
  const given = Object.keys(values).map((field) => [field, [{ match: 'equality' }]]);
  return {
    example: { ...example, ...values },
    rules: {
      $: [{ match: 'values' }, { match: 'type', min: 3 }],
      ...under('$', {
        ...fields,
        status: oneOfTheStatuses,
        '*': anything,
        ...Object.fromEntries(given),
      }),
    },
  };
}

/**
 * A page of pets. The list is walked twice: by `type`, where `values` looks at each field that came
 * (and so at a status where there is one), and by `eachValue`, which misses fields that didn't come.
 */
export function page(atMost: number): Shape {
  return {
    example: [example],
    rules: {
      $: [
        { match: 'type', min: 1, max: atMost },
        { match: 'eachValue', rules: [type], value: '[]' },
      ],
      '$[*]': [{ match: 'values' }],
      ...under('$[*]', { ...fields, status: oneOfTheStatuses, '*': anything }),
    },
  };
}

/** A page of pets that all have this status. */
export function pageOf(status: PetStatus, atMost: number): Shape {
  return {
    example: [{ ...example, status }],
    rules: {
      $: [{ match: 'type', min: 1, max: atMost }],
      ...under('$[*]', { ...fields, status: [{ match: 'equality' }] }),
    },
  };
}

/** An Error, which repeats the HTTP status; any code and message will do. */
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
