import { spec } from '../document/generated/spec.js';
import { type FieldKind, petFields, petStatuses } from '../document/pet.js';
import { getFilter, getPageSize, type Requirement } from '../document/requirements.js';
import { getSchema, isStatusPart, listParts, nameWord } from './response-parts.js';

/** Matching rules as Pact writes them, such as `{ match: 'type' }`: a value must match all of them. */
export const combine = (...matchers: readonly object[]) => ({ combine: 'AND', matchers });
type MatchingRules = ReturnType<typeof combine>;

/** The expected body: an example, and the rules for values that may differ from it. */
interface ResponseShape {
  readonly example: unknown;
  /** By path, such as `$.id`. A value without a rule must equal the example. */
  readonly rules: Readonly<Record<string, MatchingRules>>;
}

const type = { match: 'type' };

const kindRules: Readonly<Record<FieldKind, MatchingRules>> = {
  // Not `integer`, which rejects `1.0`, an integer in JSON Schema, and accepts 20 digits.
  int64: combine({ match: 'number' }, { match: 'regex', regex: '^-?\\d{1,19}(\\.0+)?$' }),
  text: combine(type),
  status: combine({ match: 'regex', regex: `^(${petStatuses.join('|')})$` }),
};

const { examples } = spec.paths['/pets'].post.responses['201'].content['application/json'];
const examplePet: Readonly<Record<string, unknown>> = examples['created-pet'].value;

type DescribedField = readonly [name: string, example: unknown, rules: MatchingRules];

const describeFields = (fields: readonly DescribedField[], at = '$') => ({
  example: Object.fromEntries(fields.map(([name, example]) => [name, example])),
  rules: Object.fromEntries(fields.map(([name, , rules]) => [`${at}.${name}`, rules])),
});

/** The pets that its state ensures, as far as the limit allows. One may be gone, as other clients may delete pets. */
function countExpectedPets({ state: { count = 2 }, request: { query } }: Requirement): number {
  // The state has a single pet that a filter selects, whatever the limit.
  const isFiltered = Object.keys(getFilter(query)).length > 0;
  return isFiltered ? 1 : Math.min(getPageSize(query), count - 1);
}

/**
 * A pet, or a page of them, with the needed fields, and exactly the values that the request or the state fixes.
 *
 * Where optional fields may be absent, `values` checks each present field, and so these; it only counts the others,
 * so another interaction must find missing ones. Pact visits a list twice: for `type`, where `values` does the same,
 * and for `eachValue`, which finds missing fields.
 */
function describePets(
  requirement: Requirement,
  parts: readonly string[],
  min: number,
): ResponseShape {
  const { state, request, response } = requirement;
  const { query, body } = request;
  const isPage = getSchema(requirement) === 'Pets';
  const at = isPage ? '$[*]' : '$';
  const { petStatus } = response;
  const { categoryId = 'any' } = state;
  const filter = getFilter(query);
  const exact: Readonly<Record<string, unknown>> = {
    ...Object(body),
    ...(categoryId !== 'any' && { categoryId: BigInt(categoryId) }),
    ...(petStatus !== 'any' && { status: petStatus }),
    ...filter,
  };
  const isExact = (name: string) => exact[name] !== undefined;
  // A client that sends a filter relies on it, also without reading the field.
  const needed = petFields.filter(({ name }) => parts.includes(name) || name in filter);
  const optional = needed.filter(({ name, isRequired }) => !isRequired && !isExact(name));
  const present = needed.filter((field) => !optional.includes(field));
  const isAny = petStatus === 'any' || (isPage && optional.length > 0);
  const pet = describeFields(
    present.map(({ name, kind }) =>
      isExact(name)
        ? [name, exact[name], combine({ match: 'equality' })]
        : [name, examplePet[name], kindRules[kind]],
    ),
    at,
  );
  const size = { ...type, min, max: getPageSize(query) };
  const eachValue = { match: 'eachValue', rules: [type], value: '[]' };
  const fieldCount = { ...type, min: Object.keys(pet.example).length };
  return {
    example: isPage ? [pet.example] : pet.example,
    rules: {
      ...(isPage && { $: isAny ? combine(size, eachValue) : combine(size) }),
      ...(isAny && {
        [at]: combine({ match: 'values' }, ...(isPage ? [] : [fieldCount])),
        ...Object.fromEntries(optional.map(({ name, kind }) => [`${at}.${name}`, kindRules[kind]])),
        [`${at}.*`]: combine({ match: 'regex', regex: '[\\s\\S]*' }),
      }),
      ...pet.rules,
    },
  };
}

/**
 * Describes the body of a response; undefined where the status alone is needed.
 *
 * @param needs the parts that a client needs; default: all, of a page at least one pet
 */
export function describeBody(
  requirement: Requirement,
  needs?: readonly string[],
): ResponseShape | undefined {
  const { status } = requirement.response;
  const schema = getSchema(requirement);
  // Without their objects, `Pet.` and `Error.`.
  const parts = (needs ?? listParts(requirement)).map(nameWord);
  if (schema === 'Error') {
    const fields: readonly DescribedField[] = [
      ['code', 'example', combine(type)],
      ['message', 'An example.', combine(type)],
      [
        'status',
        status,
        combine({ match: 'number' }, { match: 'regex', regex: `^${status}(\\.0+)?$` }),
      ],
    ];
    const needed = fields.filter(([name]) => parts.includes(name));
    return parts.includes('body') ? describeFields(needed) : undefined;
  }
  const min = needs?.includes('Pet.page')
    ? countExpectedPets(requirement)
    : Number(needs === undefined);
  return parts.every(isStatusPart) ? undefined : describePets(requirement, parts, min);
}
