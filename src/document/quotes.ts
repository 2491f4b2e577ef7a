export interface Quoted {
  readonly section: string;
  readonly quote: string;
}

const quote = (section: string, text: string): Quoted => ({ section, quote: text });

export const quotes = {
  json: quote('1', 'Requests and responses are JSON (`application/json`).'),
  returned: quote('2', 'Pet (the animal as returned)'),
  categoryId: quote(
    '2',
    'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
  ),
  petStatus: quote('2', 'Allowed values: `available`, `pending`, `sold`.'),
  id: quote(
    '2',
    'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  ),
  states: quote('3', 'The filter parameter of the list operation selects animals by this value.'),
  bearer: quote('4', 'Every endpoint requires the bearer credential described in section 5.'),
  page: quote('4.1', '200 | Pets (JSON array of Pet) | A page of animals.'),
  filter: quote(
    '4.1',
    'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  ),
  created: quote('4.2', '201 | Pet | Animal added; the body carries the assigned `id`.'),
  badRequest: quote(
    '4.2',
    '400 | Error | Body is missing required fields or contains invalid values.',
  ),
  petId: quote('4.3', '`petId`, required, integer, format int64; identifier of the animal.'),
  requested: quote('4.3', '200 | Pet | The requested animal.'),
  notFound: quote('4.3', '404 | Error | The requested resource could not be found.'),
  unauthorized: quote(
    '5',
    'When the key is missing or invalid, the response is 401 with an Error body.',
  ),
  everyOperation: quote('5', 'The requirement applies to every operation in section 4.'),
  errorShape: quote(
    '7',
    'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  ),
  pageSize: quote('8', 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20'),
};
