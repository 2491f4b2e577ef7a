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

/** Quotes from the interface document. */
export const quotes = {
  json: 'Requests and responses are JSON (`application/json`).',
  name: "name | string | | yes | The animal's name.",
  newPetStatus: 'status | PetStatus | | no | Availability status. No default is stated.',
  returned: 'Pet (the animal as returned)',
  categoryId:
    'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
  petStatus: 'Allowed values: `available`, `pending`, `sold`.',
  id: 'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  states: 'The filter parameter of the list operation selects animals by this value.',
  omittedStatus: 'the status assigned when `status` is omitted at creation is not stated',
  filter:
    'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  page: '200 | Pets (JSON array of Pet) | A page of animals.',
  created: '201 | Pet | Animal added; the body carries the assigned `id`.',
  badRequest: '400 | Error | Body is missing required fields or contains invalid values.',
  rejectedKey: '401 | Error | Missing or invalid API key.',
  petId: '`petId`, required, integer, format int64; identifier of the animal.',
  requested: '200 | Pet | The requested animal.',
  notFound: '404 | Error | The requested resource could not be found.',
  unauthorized: 'When the key is missing or invalid, the response is 401 with an Error body.',
  bearer: 'Every endpoint requires the bearer credential described in section 5.',
  everyOperation: 'The requirement applies to every operation in section 4.',
  errorShape: 'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  sizeLimits: 'Rate limits and size limits of fields: not shown.',
  openList:
    'Behaviour of the list operation for an out-of-range `limit` or an unknown `status` value: not shown.',
  moreOperations: 'Any further operations in the groups Store and Pets: not shown.',
  pageSize: 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
} as const;

/** Quotes for interactions of the contract, by section and status; the first match counts. */
const interactionQuotes: readonly {
  readonly section: string;
  readonly status?: number;
  readonly quote: string;
}[] = [
  { section: '1', quote: quotes.json },
  { section: '2', status: 201, quote: quotes.categoryId },
  { section: '2', quote: quotes.petStatus },
  { section: '4.1', quote: quotes.filter },
  { section: '4.2', status: 201, quote: quotes.created },
  { section: '4.2', quote: quotes.badRequest },
  { section: '4.3', status: 200, quote: quotes.requested },
  { section: '4.3', quote: quotes.notFound },
  { section: '5', quote: quotes.unauthorized },
  { section: '7', quote: quotes.errorShape },
  { section: '8', quote: quotes.pageSize },
];

/** Finds the quote for an interaction of the contract. */
export function findQuote(section: string, status: number): string {
  const entry = interactionQuotes.find(
    (one) => one.section === section && (one.status ?? status) === status,
  );
  if (entry === undefined) {
    throw new Error(
      `document.ts has no quote for status ${status} in section ${section}. Add it to interactionQuotes.`,
    );
  }
  return entry.quote;
}
