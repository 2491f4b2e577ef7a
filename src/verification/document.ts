/** The sections of the interface document, as far as promises come from them. */
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

/** The document's own words. */
export const documentWords = {
  json: 'Requests and responses are JSON (`application/json`).',
  name: "name | string | | yes | The animal's name.",
  categoryId:
    'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
  petStatus: 'Allowed values: `available`, `pending`, `sold`.',
  id: 'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  states: 'The filter parameter of the list operation selects animals by this value.',
  filter:
    'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  page: '200 | Pets (JSON array of Pet) | A page of animals.',
  created: '201 | Pet | Animal added; the body carries the assigned `id`.',
  badRequest: '400 | Error | Body is missing required fields or contains invalid values.',
  petId: '`petId`, required, integer, format int64; identifier of the animal.',
  requested: '200 | Pet | The requested animal.',
  notFound: '404 | Error | The requested resource could not be found.',
  unauthorized: 'When the key is missing or invalid, the response is 401 with an Error body.',
  bearer: 'Every endpoint requires the bearer credential described in section 5.',
  everyOperation: 'The requirement applies to every operation in section 4.',
  errorShape: 'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  pageSize: 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
} as const;

/** What the document says of an interaction's status in its section; the first that fits is taken. */
const ofInteractions: readonly {
  readonly section: string;
  readonly status?: number;
  readonly words: string;
}[] = [
  { section: '1', words: documentWords.json },
  { section: '2', status: 201, words: documentWords.categoryId },
  { section: '2', words: documentWords.petStatus },
  { section: '4.1', words: documentWords.filter },
  { section: '4.2', status: 201, words: documentWords.created },
  { section: '4.2', words: documentWords.badRequest },
  { section: '4.3', status: 200, words: documentWords.requested },
  { section: '4.3', words: documentWords.notFound },
  { section: '5', words: documentWords.unauthorized },
  { section: '7', words: documentWords.errorShape },
  { section: '8', words: documentWords.pageSize },
];

/** The document's words for an interaction of the contract. */
export function wordsFor(section: string, status: number): string {
  const entry = ofInteractions.find(
    (one) => one.section === section && (one.status ?? status) === status,
  );
  if (entry === undefined) {
    throw new Error(`document.ts has no words for the status ${status} in section ${section}.`);
  }
  return entry.words;
}
