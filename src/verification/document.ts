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

/** Quotes from the interface document, by section. */
const quotesBySection = {
  '1': { json: 'Requests and responses are JSON (`application/json`).' },
  '2': {
    name: "name | string | | yes | The animal's name.",
    newPetStatus: 'status | PetStatus | | no | Availability status. No default is stated.',
    returned: 'Pet (the animal as returned)',
    categoryId:
      'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
    petStatus: 'Allowed values: `available`, `pending`, `sold`.',
    id: 'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  },
  '3': {
    states: 'The filter parameter of the list operation selects animals by this value.',
    omittedStatus: 'the status assigned when `status` is omitted at creation is not stated',
  },
  '4': { bearer: 'Every endpoint requires the bearer credential described in section 5.' },
  '4.1': {
    page: '200 | Pets (JSON array of Pet) | A page of animals.',
    filter:
      'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  },
  '4.2': {
    created: '201 | Pet | Animal added; the body carries the assigned `id`.',
    badRequest: '400 | Error | Body is missing required fields or contains invalid values.',
    rejectedKey: '401 | Error | Missing or invalid API key.',
  },
  '4.3': {
    petId: '`petId`, required, integer, format int64; identifier of the animal.',
    requested: '200 | Pet | The requested animal.',
    notFound: '404 | Error | The requested resource could not be found.',
  },
  '4.4': { moreOperations: 'Any further operations in the groups Store and Pets: not shown.' },
  '5': {
    unauthorized: 'When the key is missing or invalid, the response is 401 with an Error body.',
    everyOperation: 'The requirement applies to every operation in section 4.',
  },
  '7': {
    errorShape: 'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
    openList:
      'Behaviour of the list operation for an out-of-range `limit` or an unknown `status` value: not shown.',
  },
  '8': {
    sizeLimits: 'Rate limits and size limits of fields: not shown.',
    pageSize: 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
  },
} as const;

type QuotesBySection = typeof quotesBySection;
type QuoteName = { [S in keyof QuotesBySection]: keyof QuotesBySection[S] }[keyof QuotesBySection];

/** Words of the document, and their section. */
export interface Quoted {
  readonly section: string;
  readonly quote: string;
}

/** The same by name, each with its section. */
export const quotes = Object.fromEntries(
  Object.entries(quotesBySection).flatMap(([section, words]) =>
    Object.entries(words).map(([name, quote]) => [name, { section, quote }]),
  ),
) as Readonly<Record<QuoteName, Quoted>>;

/** Quotes for interactions of the contract, some for one status only; the first match counts. */
const interactionQuotes: readonly (Quoted & { readonly status?: number })[] = [
  quotes.json,
  { ...quotes.categoryId, status: 201 },
  quotes.petStatus,
  quotes.filter,
  { ...quotes.created, status: 201 },
  quotes.badRequest,
  { ...quotes.requested, status: 200 },
  quotes.notFound,
  quotes.unauthorized,
  quotes.errorShape,
  quotes.pageSize,
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
