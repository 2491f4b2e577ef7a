import { expect, test } from 'vitest';
import { Recorder } from '../../../src/contract/recorder.js';
import type { Needs } from '../../../src/document/pet.js';
import {
  createEngine,
  prefer,
  record,
  redact,
  rex,
  type Sent,
  send,
  setSettings,
  write,
} from './recording.js';

test('writes one interaction for requests that differ in values and spelling only', () => {
  const { descriptions } = record([
    { path: '/pets', body: { ...rex, name: 'Milo', status: 'sold' } },
    { path: '/pets', body: '{"categoryId":5,"name":"Nala","st\\u0061tus":"sold"}' },
    { path: '/pets?__delay=0' },
    { path: '/pets' },
  ]);
  expect(descriptions).toEqual([
    'a page without limit has at most 20 pets',
    'createPet returns a pet with the status sold as it was sent, with an id',
  ]);
});

test('tells groups of limits and status filters apart', () => {
  const { descriptions } = record([
    { path: '/pets?limit=1' },
    { path: '/pets?limit=100' },
    { path: '/pets?limit=40&status=sold' },
    { path: '/pets?status=sold&limit=2' },
    { path: '/pets?status=pending' },
  ]);
  expect(descriptions).toEqual([
    'a page of sold pets with limit 5 has at most 5 pets',
    'a page with limit 1 has at most 1 pet',
    'a page with limit 100 has at most 100 pets',
    'the status filter pending returns only pets with the status pending',
  ]);
});

test('asks for one pet more than fit on a page', () => {
  const { text } = record([{ path: '/pets?limit=7' }]);
  expect(JSON.parse(text).interactions[0].providerStates).toContainEqual({
    name: 'there are at least this many pets',
    params: { count: 6 },
  });
});

test.for([
  [['Pet.id'], 1],
  [['Pet.id', 'Pet.page'], 2],
] as const)(
  'asks for pets only where a test needs some on the page: %j has %i states',
  ([parts, count]) => {
    const recorder = new Recorder(redact);
    recorder.derived = () => parts;
    send(createEngine(), recorder, { path: '/pets?limit=7' });

    const { contract } = write(recorder, {});

    expect(contract.interactions[0]?.providerStates).toHaveLength(count);
  },
);

test.for([
  ['/pets', 20],
  ['/pets?limit=7', 5],
  ['/pets?limit=100&status=sold', 1],
  ['/pets?status=sold', 1],
] as const)('asks for no more pets than the states ensure: %s has %i', ([path, min]) => {
  const { text } = record([{ path }]);
  const [{ response }] = JSON.parse(text).interactions;
  expect(response.matchingRules.body.$.matchers[0]).toMatchObject({ match: 'type', min });
});

test('categories beyond 2^53 and names beyond ASCII are interactions of their own', () => {
  const { descriptions, text } = record([
    { path: '/pets', body: '{"name":"Rex","categoryId":9223372036854775807}' },
    { path: '/pets', body: { ...rex, name: 'Käthe', status: 'sold' } },
    { path: '/pets', body: rex },
  ]);
  expect(descriptions.join()).toContain('a category beyond 2^53');
  expect(descriptions.join()).toContain('the status sold and with a name beyond ASCII');
  expect(text).toContain('"categoryId": 9007199254740993');
  expect(text).not.toContain('Käthe');
});

test('records no request that says so', () => {
  const headers = { 'simulator-record': 'false' };
  const sent = ['/pets', '/pets?page=1'].map((path) => ({ path, headers }));
  expect(record(sent)).toMatchObject({ descriptions: [], excluded: [] });
  const wanted = record([{ path: '/pets/1', headers: { 'simulator-record': 'true' } }]);
  expect(wanted.descriptions).not.toEqual([]);
});

test('keeps no value of a test', () => {
  const { text } = record([
    { path: '/pets', body: { name: 'A secret name', categoryId: 7 } },
    { path: '/pets/31' },
  ]);
  expect(text).not.toMatch(/secret|31|test-key/);
});

test.for<[body: unknown, mistake: string]>([
  [{}, 'a pet without a name'],
  [{ categoryId: 2, status: null }, 'a pet without a name'],
  [{ ...rex, name: null }, 'a pet with null as name'],
  [{ ...rex, name: {} }, 'a pet with a number as name'],
  [{ name: 'Rex' }, 'a pet without a categoryId'],
  [{ ...rex, categoryId: '2' }, 'a pet with a string as categoryId'],
  [{ ...rex, categoryId: 1.5 }, 'a pet with a fraction as categoryId'],
  ['{"name":"Rex","categoryId":9223372036854775808}', 'a pet with a fraction as categoryId'],
  [{ ...rex, status: 7 }, 'a pet with a number as status'],
  [{ ...rex, status: 'eaten' }, 'a pet with an unknown word as status'],
  ['"Rex"', 'a body that is a string'],
  [[], 'a body that is an array'],
  ['{"name":', 'a body that is malformed JSON'],
  ['', 'a createPet request without a body'],
])('tells the first mistake of the body %j', ([body, mistake]) => {
  const { descriptions, excluded } = record([{ path: '/pets', body }]);
  expect(descriptions).toEqual([`${mistake} is rejected`]);
  expect(excluded).toEqual([]);
});

const noKey = { path: '/pets', headers: { authorization: '' } };
const wrongKey = { path: '/pets', headers: { authorization: 'Bearer no-key' } };

test.for<[preference: string, sent: Sent, description: string]>([
  ['', noKey, 'listPets without an API key is rejected'],
  ['', wrongKey, 'listPets with an invalid API key is rejected'],
  ['code=400', { path: '/pets', body: { name: 'Rex' } }, 'a pet without a categoryId is rejected'],
  ['code=401', { path: '/pets' }, 'listPets with an invalid API key is rejected'],
  ['code=401', noKey, 'listPets without an API key is rejected'],
  ['code=404', { path: '/pets/1' }, 'getPet returns 404 for an unknown id'],
  ['code=200', { path: '/pets?limit=1' }, 'a page with limit 1 has at most 1 pet'],
])(
  'describes what brings about the response, forced by "%s"',
  ([preference, sent, description]) => {
    const headers = { ...sent.headers, ...prefer(preference) };
    const { descriptions } = record([{ ...sent, headers }]);
    expect(descriptions).toEqual([description]);
  },
);

test('a status that is null is no mistake that the document has', () => {
  const sent = { path: '/pets', body: { ...rex, status: null }, headers: prefer('code=400') };

  const { descriptions, excluded } = record([sent]);

  expect(descriptions).toEqual([]);
  expect(excluded).toMatchObject([{ reason: "the document doesn't tell why the response is 400" }]);
});

test('asks for no more than a request uses when only its key is wrong', () => {
  const headers = { authorization: '' };
  const { contract } = record([
    { path: '/pets/1', headers },
    { path: '/pets', headers },
    { path: '/pets', headers, body: { ...rex, status: 'sold' } },
  ]);
  expect(contract.interactions.map(({ providerStates }) => providerStates)).toEqual([
    [{ name: 'a category exists' }],
    [{ name: 'a pet exists' }],
    undefined,
  ]);
});

/** The fields of the pet in a contract with one interaction, after tests in sandboxes of their own. */
function recordFields(tests: readonly (Needs | undefined)[], needs?: Needs): string[] {
  const engine = createEngine();
  const recorder = new Recorder(redact);
  for (const [number, one] of tests.entries()) {
    setSettings(engine, `test-${number}`, { needs: one });
    send(engine, recorder, { path: `/sandboxes/test-${number}/v1/pets/1` });
  }
  const { contract } = write(recorder, needs);
  return Object.keys(contract.interactions.at(-1)?.response.body?.content ?? {});
}

test.for<[tests: (Needs | undefined)[], needs: Needs | undefined, fields: string[]]>([
  [[undefined], { Pet: ['name', 'id'] }, ['id', 'name']],
  [[undefined], undefined, ['id', 'name', 'categoryId']],
  [[{ Pet: ['id'] }, { Pet: ['name'] }], undefined, ['id', 'name']],
  [[{ Pet: ['id'] }, undefined], { Pet: ['name'] }, ['id', 'name']],
  [[{ Pet: ['id'] }], { Pet: ['name'] }, ['id']],
  [[{ Pet: [] }], undefined, []],
  [[{ Error: ['status'] }], { Pet: ['id'] }, ['id']],
  [
    [{ Pet: ['status', 'categoryId', 'name', 'id'] }],
    { Pet: ['id'] },
    ['id', 'name', 'categoryId'],
  ],
])('of tests that need %j and others that need %j, requires %j', ([tests, needs, fields]) => {
  expect(recordFields(tests, needs)).toEqual(fields);
});

test('a pet whose status is read has an interaction with one, and one for any', () => {
  const describe = (needs: Needs) => record([{ path: '/pets/1' }], {}, needs).descriptions;

  expect(describe({ Pet: ['id'] })).toEqual(['getPet returns a pet by its id']);
  expect(describe({ Pet: ['status'] })).toEqual([
    'getPet returns the status available',
    'the status of a pet, if present, is available, pending or sold',
  ]);
});

const errorOf = (fields: readonly 'code'[]) =>
  record([{ path: '/pets/999' }], {}, { Error: fields }).contract.interactions[0]?.response;

test('an error is its status alone, or JSON with the fields that are needed', () => {
  expect(errorOf([])).toEqual({ status: 404 });
  expect(errorOf(['code'])).toMatchObject({
    status: 404,
    headers: { 'Content-Type': ['application/json'] },
    body: { content: { code: 'example' } },
  });
});

// A client that sends a filter relies on it, also without reading the field.
test.for<[path: string, rules: string[]]>([
  ['/pets', ['$', '$[*].id']],
  ['/pets?status=sold', ['$', '$[*].id', '$[*].status']],
])('of what a client reads of %s, the contract has rules for %j', ([path, rules]) => {
  const { text } = record([{ path }], {}, { Pet: ['id'] });
  expect(text.match(/(?<=")\$[^"]*(?=": )/g)?.sort()).toEqual(rules);
});

test.for<[option: Needs, test: Needs | undefined, derived: string[] | undefined, is: boolean]>([
  [{}, undefined, undefined, true],
  [{ Pet: ['id'] }, undefined, undefined, false],
  [{ Error: [] }, undefined, undefined, false],
  [{}, { Pet: ['id'] }, undefined, false],
  [{}, undefined, ['Pet.id'], false],
])(
  'with the option %j, the needs %j of a test and the derived %j, needs are assumed: %s',
  ([option, needs, derived, isAssumed]) => {
    const [engine, recorder] = [createEngine(), new Recorder(redact)];
    setSettings(engine, 'default', { needs });
    recorder.derived = derived && (() => derived);
    send(engine, recorder, { path: '/pets' });
    expect(recorder.list(option).map((one) => one.isAssumed)).toEqual([isAssumed]);
  },
);
