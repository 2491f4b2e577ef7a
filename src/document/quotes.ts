import { sections } from './generated/sections.js';
import type { Section } from './operations.js';

export interface Quoted {
  readonly section: Section;
  readonly quote: string;
}

const quote = <Name extends string>(section: Section, texts: Readonly<Record<Name, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { section, quote: text }]),
  ) as Readonly<Record<Name, Quoted>>;

export const quotes = {
  ...quote(sections.service, {
    json: 'Requests and responses are JSON (`application/json`).',
  }),
  ...quote(sections.fields, {
    returned: 'Pet (the animal as returned)',
    categoryId:
      'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
    petStatus: 'Allowed values: `available`, `pending`, `sold`.',
    id: 'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  }),
  ...quote(sections.states, {
    states: 'The filter parameter of the list operation selects animals by this value.',
  }),
  ...quote(sections.endpoints, {
    bearer: 'Every endpoint requires the bearer credential described in section 5.',
  }),
  ...quote(sections.listPets, {
    page: '200 | Pets (JSON array of Pet) | A page of animals.',
    filter:
      'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  }),
  ...quote(sections.createPet, {
    created: '201 | Pet | Animal added; the body carries the assigned `id`.',
    badRequest: '400 | Error | Body is missing required fields or contains invalid values.',
  }),
  ...quote(sections.getPet, {
    requested: '200 | Pet | The requested animal.',
    notFound: '404 | Error | The requested resource could not be found.',
  }),
  ...quote(sections.authentication, {
    unauthorized: 'When the key is missing or invalid, the response is 401 with an Error body.',
    everyOperation: 'The requirement applies to every operation in section 4.',
  }),
  ...quote(sections.errors, {
    errorShape: 'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  }),
  ...quote(sections.limits, {
    pageSize: 'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20',
  }),
};
