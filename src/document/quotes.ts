import { sections } from './generated/sections.js';
import type { Section } from './operations.js';

export interface Quoted {
  readonly section: Section;
  readonly quote: string;
}

const quote = (section: Section, text: string): Quoted => ({ section, quote: text });

export const quotes = {
  json: quote(sections.service, 'Requests and responses are JSON (`application/json`).'),
  returned: quote(sections.fields, 'Pet (the animal as returned)'),
  categoryId: quote(
    sections.fields,
    'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
  ),
  petStatus: quote(sections.fields, 'Allowed values: `available`, `pending`, `sold`.'),
  id: quote(
    sections.fields,
    'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  ),
  states: quote(
    sections.states,
    'The filter parameter of the list operation selects animals by this value.',
  ),
  bearer: quote(
    sections.endpoints,
    'Every endpoint requires the bearer credential described in section 5.',
  ),
  page: quote(sections.listPets, '200 | Pets (JSON array of Pet) | A page of animals.'),
  filter: quote(
    sections.listPets,
    'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  ),
  created: quote(
    sections.createPet,
    '201 | Pet | Animal added; the body carries the assigned `id`.',
  ),
  badRequest: quote(
    sections.createPet,
    '400 | Error | Body is missing required fields or contains invalid values.',
  ),
  petId: quote(
    sections.getPet,
    '`petId`, required, integer, format int64; identifier of the animal.',
  ),
  requested: quote(sections.getPet, '200 | Pet | The requested animal.'),
  notFound: quote(sections.getPet, '404 | Error | The requested resource could not be found.'),
  unauthorized: quote(
    sections.authentication,
    'When the key is missing or invalid, the response is 401 with an Error body.',
  ),
  everyOperation: quote(
    sections.authentication,
    'The requirement applies to every operation in section 4.',
  ),
  errorShape: quote(
    sections.errors,
    'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  ),
  pageSize: quote(
    sections.limits,
    'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
  ),
};
