import type { OperationName } from '../document/operations.js';

/** Titles of the sections of the interface document that state requirements. */
export const sectionTitles: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'List all animals',
  '4.2': 'Add an animal',
  '4.3': 'Get an animal (deprecated)',
  '5': 'Authentication',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};

/** Words of the document, and their section. */
export interface Quoted {
  readonly section: string;
  readonly quote: string;
}

/** Creates quotes of a section, by their names. */
const quoteFrom = <Name extends string>(section: string, texts: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, quote]) => [name, { section, quote }]),
  ) as Readonly<Record<Name, Quoted>>;

/** Quotes from the interface document. */
export const quotes = {
  ...quoteFrom('1', {
    json: 'Requests and responses are JSON (`application/json`).',
  }),
  ...quoteFrom('2', {
    name: "name | string | | yes | The animal's name.",
    newPetStatus: 'status | PetStatus | | no | Availability status. No default is stated.',
    returned: 'Pet (the animal as returned)',
    categoryId:
      'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
    petStatus: 'Allowed values: `available`, `pending`, `sold`.',
    id: 'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  }),
  ...quoteFrom('3', {
    states: 'The filter parameter of the list operation selects animals by this value.',
    omittedStatus: 'the status assigned when `status` is omitted at creation is not stated',
  }),
  ...quoteFrom('4', {
    bearer: 'Every endpoint requires the bearer credential described in section 5.',
  }),
  ...quoteFrom('4.1', {
    page: '200 | Pets (JSON array of Pet) | A page of animals.',
    filter:
      'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  }),
  ...quoteFrom('4.2', {
    created: '201 | Pet | Animal added; the body carries the assigned `id`.',
    badRequest: '400 | Error | Body is missing required fields or contains invalid values.',
  }),
  ...quoteFrom('4.3', {
    petId: '`petId`, required, integer, format int64; identifier of the animal.',
    requested: '200 | Pet | The requested animal.',
    notFound: '404 | Error | The requested resource could not be found.',
  }),
  ...quoteFrom('4.4', {
    moreOperations: 'Any further operations in the groups Store and Pets: not shown.',
  }),
  ...quoteFrom('5', {
    unauthorized: 'When the key is missing or invalid, the response is 401 with an Error body.',
    everyOperation: 'The requirement applies to every operation in section 4.',
  }),
  ...quoteFrom('7', {
    errorShape: 'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
    openList:
      'Behaviour of the list operation for an out-of-range `limit` or an unknown `status` value: not shown.',
  }),
  ...quoteFrom('8', {
    sizeLimits: 'Rate limits and size limits of fields: not shown.',
    pageSize: 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
  }),
};

/** What words are about: an operation, a status, or both. The others are about all. */
const scopes: readonly (readonly [Quoted, OperationName | undefined, status?: number])[] = [
  [quotes.page, 'listPets', 200],
  [quotes.created, 'createPet', 201],
  [quotes.badRequest, 'createPet', 400],
  [quotes.requested, 'getPet', 200],
  [quotes.notFound, 'getPet', 404],
  [quotes.unauthorized, undefined, 401],
  [quotes.bearer, undefined, 401],
  [quotes.everyOperation, undefined, 401],
  [quotes.filter, 'listPets'],
  [quotes.states, 'listPets'],
  [quotes.pageSize, 'listPets'],
  [quotes.openList, 'listPets'],
  [quotes.petId, 'getPet'],
];

/**
 * Chooses the words for an exchange. Those of a requirement may be about another operation, which the
 * exchange only prepared; then it is the words that require the response, or else the success.
 */
export function chooseQuote(
  {
    operation,
    expectedStatuses,
  }: { operation: OperationName; expectedStatuses: readonly number[] },
  own: Quoted,
): Quoted {
  const isScoped = scopes.some(([{ quote }]) => quote === own.quote);
  const fitting = scopes.filter(
    ([, scope = operation, status]) =>
      scope === operation &&
      (status === undefined || expectedStatuses.length === 0 || expectedStatuses.includes(status)),
  );
  const isFitting = fitting.some(([{ quote }]) => quote === own.quote);
  return isScoped && !isFitting ? (fitting[0]?.[0] ?? own) : own;
}
