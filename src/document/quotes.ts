import { sections } from './generated/sections.js';
import type { Section } from './operations.js';

export interface Quoted {
  readonly section: Section;
  readonly quote: string;
}

const createQuote = (section: Section, text: string): Quoted => ({ section, quote: text });

export const quotes = {
  json: createQuote(sections.service, 'Requests and responses are JSON (`application/json`).'),
  returned: createQuote(sections.fields, 'Pet (the animal as returned)'),
  categoryId: createQuote(
    sections.fields,
    'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
  ),
  petStatus: createQuote(sections.fields, 'Allowed values: `available`, `pending`, `sold`.'),
  id: createQuote(
    sections.fields,
    'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  ),
  states: createQuote(
    sections.states,
    'The filter parameter of the list operation selects animals by this value.',
  ),
  bearer: createQuote(
    sections.endpoints,
    'Every endpoint requires the bearer credential described in section 5.',
  ),
  page: createQuote(sections.listPets, '200 | Pets (JSON array of Pet) | A page of animals.'),
  filter: createQuote(
    sections.listPets,
    'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  ),
  created: createQuote(
    sections.createPet,
    '201 | Pet | Animal added; the body carries the assigned `id`.',
  ),
  badRequest: createQuote(
    sections.createPet,
    '400 | Error | Body is missing required fields or contains invalid values.',
  ),
  petId: createQuote(
    sections.getPet,
    '`petId`, required, integer, format int64; identifier of the animal.',
  ),
  requested: createQuote(sections.getPet, '200 | Pet | The requested animal.'),
  notFound: createQuote(
    sections.getPet,
    '404 | Error | The requested resource could not be found.',
  ),
  unauthorized: createQuote(
    sections.authentication,
    'When the key is missing or invalid, the response is 401 with an Error body.',
  ),
  everyOperation: createQuote(
    sections.authentication,
    'The requirement applies to every operation in section 4.',
  ),
  errorShape: createQuote(
    sections.errors,
    'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  ),
  pageSize: createQuote(
    sections.limits,
    'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
  ),
};
