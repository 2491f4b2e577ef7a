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

/** What the words are about; the others are about all. */
interface Scope {
  readonly operation?: OperationName;
  readonly status?: number;
}

const quoteFrom = (section: string, quote: string): Quoted => ({ section, quote });

/** Quotes from the interface document. */
export const quotes = {
  json: quoteFrom('1', 'Requests and responses are JSON (`application/json`).'),
  name: quoteFrom('2', "name | string | | yes | The animal's name."),
  newPetStatus: quoteFrom(
    '2',
    'status | PetStatus | | no | Availability status. No default is stated.',
  ),
  returned: quoteFrom('2', 'Pet (the animal as returned)'),
  categoryId: quoteFrom(
    '2',
    'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
  ),
  petStatus: quoteFrom('2', 'Allowed values: `available`, `pending`, `sold`.'),
  id: quoteFrom(
    '2',
    'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  ),
  states: quoteFrom(
    '3',
    'The filter parameter of the list operation selects animals by this value.',
  ),
  omittedStatus: quoteFrom(
    '3',
    'the status assigned when `status` is omitted at creation is not stated',
  ),
  bearer: quoteFrom('4', 'Every endpoint requires the bearer credential described in section 5.'),
  page: quoteFrom('4.1', '200 | Pets (JSON array of Pet) | A page of animals.'),
  filter: quoteFrom(
    '4.1',
    'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  ),
  created: quoteFrom('4.2', '201 | Pet | Animal added; the body carries the assigned `id`.'),
  badRequest: quoteFrom(
    '4.2',
    '400 | Error | Body is missing required fields or contains invalid values.',
  ),
  rejectedKey: quoteFrom('4.2', '401 | Error | Missing or invalid API key.'),
  petId: quoteFrom('4.3', '`petId`, required, integer, format int64; identifier of the animal.'),
  requested: quoteFrom('4.3', '200 | Pet | The requested animal.'),
  notFound: quoteFrom('4.3', '404 | Error | The requested resource could not be found.'),
  moreOperations: quoteFrom(
    '4.4',
    'Any further operations in the groups Store and Pets: not shown.',
  ),
  unauthorized: quoteFrom(
    '5',
    'When the key is missing or invalid, the response is 401 with an Error body.',
  ),
  everyOperation: quoteFrom('5', 'The requirement applies to every operation in section 4.'),
  errorShape: quoteFrom(
    '7',
    'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  ),
  openList: quoteFrom(
    '7',
    'Behaviour of the list operation for an out-of-range `limit` or an unknown `status` value: not shown.',
  ),
  sizeLimits: quoteFrom('8', 'Rate limits and size limits of fields: not shown.'),
  pageSize: quoteFrom('8', 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20'),
} as const;

const scopes = new Map<string, Scope>([
  [quotes.page.quote, { operation: 'listPets', status: 200 }],
  [quotes.filter.quote, { operation: 'listPets' }],
  [quotes.states.quote, { operation: 'listPets' }],
  [quotes.pageSize.quote, { operation: 'listPets' }],
  [quotes.openList.quote, { operation: 'listPets' }],
  [quotes.created.quote, { operation: 'createPet', status: 201 }],
  [quotes.badRequest.quote, { operation: 'createPet', status: 400 }],
  [quotes.requested.quote, { operation: 'getPet', status: 200 }],
  [quotes.notFound.quote, { operation: 'getPet', status: 404 }],
  [quotes.petId.quote, { operation: 'getPet' }],
  [quotes.unauthorized.quote, { status: 401 }],
  [quotes.rejectedKey.quote, { status: 401 }],
  [quotes.bearer.quote, { status: 401 }],
  [quotes.everyOperation.quote, { status: 401 }],
]);

/** The words that require a response, the success first. */
const responses: Readonly<Record<OperationName, readonly [Quoted, ...Quoted[]]>> = {
  listPets: [quotes.page, quotes.unauthorized],
  createPet: [quotes.created, quotes.unauthorized, quotes.badRequest],
  getPet: [quotes.requested, quotes.unauthorized, quotes.notFound],
};

/**
 * Chooses the words for an exchange. Those of a requirement may be about another operation, which the
 * exchange only prepared.
 */
export function chooseQuote(
  {
    operation,
    expectedStatuses,
  }: { operation: OperationName; expectedStatuses: readonly number[] },
  own: Quoted,
): Quoted {
  const scope = scopes.get(own.quote);
  const isOfStatus =
    scope?.status === undefined ||
    expectedStatuses.length === 0 ||
    expectedStatuses.includes(scope.status);
  if ((scope?.operation ?? operation) === operation && isOfStatus) {
    return own;
  }
  const [success, ...failures] = responses[operation];
  return (
    failures.find(({ quote }) => expectedStatuses.includes(scopes.get(quote)?.status ?? 0)) ??
    success
  );
}
