import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { documentStatements, readInterface } from './statements.js';

/** Everything that is written, without the marks of Markdown. */
function words(text: string): string[] {
  return text.replaceAll('|', ' ').split(/\s+/).filter(Boolean);
}

test('loses no word of sections 2 to 9', () => {
  const [, sections = ''] = readInterface().split(/^(?=## 2\.)/m);
  const headings = /^#.*$/gm;
  const tableHeads = /^\|.*\n\|[ |-]+\|$/gm;
  const bullets = /^(?:-|\d+\.) /gm;
  const text = sections.replace(headings, '').replace(tableHeads, '').replace(bullets, '');

  expect([...documentStatements().values()].flat().flatMap(words)).toEqual(words(text));
});

/** Tests that several statements need: the file, and how the name begins. */
const invalidBody = 'bad-input/bodies: rejects a wrong body with what is wrong, and stores nothing';
const number = 'bad-input/bodies: rejects numbers that are no int64, and what is no number in JSON';
const query = 'bad-input/targets: rejects a wrong query with what is wrong';
const model = 'service-model: behaves like a plain array of pets';
const choices = 'open-points: behaves as chosen, and notes it: ';
const key = 'authentication: requires a valid key for ';
const wrongKey = 'authentication: answers everything else with 401, and names the default key';
const forced = [
  '../unit/engine/preferences: forces listed codes and those beyond the interface, and refuses others',
  '../unit/engine/rules: notes a status as beyond exactly when the document does not list it',
];
const method = 'methods: allows no ';
const unknown = 'methods: has no ';
const otherId =
  'bad-input/targets: finds pets by int64, however it is encoded, and by nothing else';
const end =
  'end-of-get-pet: announces the end of getPet with each of its responses, and with no other';
const removed = 'end-of-get-pet: removes getPet on 5 December 2030';
const operations =
  'document/spec: the spec has the operations of the document, and no more of each';
const named = 'document/spec: the spec refers to the named responses of section 7';
const facts =
  'document/spec: the spec states version, addresses and key, and nothing that the document does not show';

/** Each statement of the document with the tests that fail when it does not hold. */
const proofs: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  2: {
    'Allowed values: `available`, `pending`, `sold`.': [model, invalidBody],
    "name | string | yes | The animal's name.": [
      'names: returns any name from create, get and list',
      invalidBody,
    ],
    'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.': [
      '../unit/document/int64: returns any int64 in any spelling digit for digit',
      number,
    ],
    'status | PetStatus | no | Availability status. No default is stated.': [choices],
    'All fields of NewPet, plus:': [model],
    'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.': [
      'ids: assigns no identifier of a seeded pet',
      'profiles: repeats no field, whatever the body contains',
    ],
    'Pets is a JSON array of Pet.': ['fixtures: lists the fixture %s byte by byte'],
    'code | string | yes | Machine-readable error code.': [invalidBody],
    'message | string | yes | Human-readable description.': [invalidBody],
    'status | integer | yes | The HTTP status code of the response.': [invalidBody],
    'Category resource (its fields and how categories are created or read): not shown beyond the `categoryId` reference.':
      [choices, unknown, facts],
  },
  3: {
    "An animal's `status` takes one of the values `available`, `pending`, `sold`.": [
      'seeded-pets: spreads statuses and categories evenly',
    ],
    'The filter parameter of the list operation selects animals by this value.': [model],
    'available | Animal is available.': [model],
    'pending | Status value `pending`; meaning beyond the name is not stated.': [model],
    'sold | Status value `sold`; meaning beyond the name is not stated.': [model],
    'Transitions: not shown.': [method],
    'No operation that changes the status of an existing animal is shown, and the status assigned when `status` is omitted at creation is not stated.':
      [method, choices, operations],
  },
  4: {
    'Every endpoint requires the bearer credential described in section 5.': [key],
  },
  '4.1': {
    'Operation name: `listPets`': [operations],
    'Method and path: `GET /pets`': [model, method, operations],
    'Query parameters:': [choices, operations],
    'limit | integer | no | minimum 1, maximum 100, default 20 | Maximum number of animals to return (page size).':
      ['bad-input/targets: lists as many pets as limit, and 20 by default', query],
    'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.':
      [model, query],
    'Request body: none.': [operations],
    'Responses:': [...forced, operations],
    '200 | Pets (JSON array of Pet) | A page of animals.': [
      'fixtures: lists the fixture %s byte by byte',
    ],
    '401 | Error | Missing or invalid API key.': [key, wrongKey],
    'How a client requests further pages (cursor, page number, offset) and whether a total count is returned: not shown.':
      ['notes: adds no header of its own but those that begin with Simulator-', choices],
  },
  '4.2': {
    'Operation name: `createPet`': [operations],
    'Method and path: `POST /pets`': [model, method, operations],
    'Request body: required, `application/json`, shape NewPet (`name` and `categoryId` required, `status` optional).':
      [model, invalidBody, 'bad-input/bodies: rejects a body that is not sent as JSON'],
    'Responses:': [...forced, operations],
    '201 | Pet | Animal added; the body carries the assigned `id`.': [
      model,
      'notes: adds no header of its own but those that begin with Simulator-',
    ],
    '400 | Error | Body is missing required fields or contains invalid values.': [invalidBody],
    '401 | Error | Missing or invalid API key.': [key],
  },
  '4.3': {
    'Operation name: `getPet`': [operations],
    'Method and path: `GET /pets/{petId}`': [model, operations],
    'Path parameter: `petId`, required, integer, format int64; identifier of the animal.': [
      'fixtures: gets every pet of the fixture %s',
      otherId,
      'bad-input/targets: answers a malformed petId by the choice for it',
    ],
    'Request body: none.': [operations],
    'Deprecated: the operation is marked deprecated and is to be removed on 5 December 2030.': [
      end,
      operations,
    ],
    'The replacement is `GET /pets` with the `status` filter.': [
      'end-of-get-pet: links to the replacement, in a sandbox too',
    ],
    'Responses:': [...forced, operations],
    '200 | Pet | The requested animal.': [model],
    '401 | Error | Missing or invalid API key.': [key],
    '404 | Error | The requested resource could not be found.': [model, otherId],
  },
  '4.4': {
    'An operation `GET /store/orders` is mentioned to exist in a navigation group named Store.': [
      'methods: refuses the operation that the document only mentions, whatever is sent',
    ],
    'Its parameters, payloads and responses: not shown.': [
      'methods: refuses the operation that the document only mentions, whatever is sent',
      operations,
    ],
    'Any further operations in the groups Store and Pets: not shown.': [unknown, operations],
  },
  5: {
    'Scheme: HTTP bearer.': ['authentication: lets a valid key in', wrongKey, facts],
    'The client sends its API key as a bearer token in the `Authorization` header, in the form `Authorization: Bearer <API_KEY>`.':
      [wrongKey, 'authentication: asks for the key where the header is missing or empty'],
    'The requirement applies to every operation in section 4.': [key, facts],
    'When the key is missing or invalid, the response is 401 with an Error body.': [key, wrongKey],
    'How an API key is issued, scoped, rotated or revoked: not shown.': [key, unknown],
  },
  6: {
    'Events, webhooks or notifications: not shown.': [unknown, facts],
  },
  7: {
    'All error bodies have the shape Error (section 2): `code`, `message`, `status`.': [
      ...[invalidBody, wrongKey, otherId, method, unknown, ...forced],
    ],
    '`status` repeats the HTTP status code.': [
      ...[invalidBody, wrongKey, otherId, method, unknown, ...forced],
    ],
    '400 | BadRequest | Request body missing required fields or with invalid values. | `createPet`':
      [invalidBody, ...forced, named],
    '401 | Unauthorized | Missing or invalid API key. | `listPets`, `createPet`, `getPet`': [
      key,
      ...forced,
      named,
    ],
    '404 | NotFound | The requested resource could not be found. | `getPet`': [
      otherId,
      ...forced,
      named,
    ],
    'The set of `code` values: not shown.': [choices, facts],
    'Behaviour of the list operation for an out-of-range `limit` or an unknown `status` value: not shown.':
      [choices],
  },
  8: {
    'Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20': [
      'bad-input/targets: lists as many pets as limit, and 20 by default',
      query,
    ],
    'Rate limits and size limits of fields: not shown.': [
      'bad-input/bodies: rejects a body beyond the limit in bytes with 413, and stores nothing',
      facts,
    ],
  },
  9: {
    'The interface version is 1.0.0, and the version is carried in the path prefix `/v1` of the base address.':
      [unknown, facts],
    '`GET /pets/{petId}` is deprecated; it is to be removed on 5 December 2030.': [end, removed],
    'Until then it is described as available.': [removed],
    'Some operations carry a stability marker, `experimental` or `beta`, in an extension field named `x-stability`.':
      [facts],
    'Which operations carry it: not shown.': [facts],
    'None of the operations in section 4.1 to 4.3 is shown with such a marker.': [facts],
  },
};

test('every section of the document has tests', () => {
  expect(Object.keys(proofs).sort()).toEqual([...documentStatements().keys()]);
});

test.each(Object.entries(proofs))('every statement of section %s has tests', (section, tests) => {
  expect(Object.keys(tests)).toEqual(documentStatements().get(section));
  for (const one of Object.values(tests).flat()) {
    const [file = '', name = ''] = one.split(/: (.*)/);
    const text = readFileSync(new URL(`../${file}.test.ts`, import.meta.url), 'utf8');
    expect(
      [`'${name}`, `\`${name}`].some((start) => text.includes(start)),
      one,
    ).toBe(true);
  }
});
