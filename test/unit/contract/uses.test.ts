import { expect, test } from 'vitest';
import { UseRecorder } from '../../../src/contract/recorder.js';
import type { Needs } from '../../../src/document/response-fields.js';
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

test('writes one interaction for requests that differ in values of a test only', () => {
  const { descriptions } = record([
    { path: '/pets', body: { ...rex, name: 'Milo', status: 'sold' } },
    { path: '/pets', body: { categoryId: 5, name: 'Nala', status: 'sold' } },
    { path: '/pets?__delay=0' },
    { path: '/pets' },
  ]);
  expect(descriptions).toEqual([
    'createPet with the status sold returns the created pet',
    'listPets returns 20 pets',
  ]);
});

test('tells limits and status filters apart', () => {
  const { descriptions } = record([
    { path: '/pets?limit=1' },
    { path: '/pets?limit=100' },
    { path: '/pets?limit=5&status=sold' },
    { path: '/pets?status=sold&limit=5' },
    { path: '/pets?status=pending' },
  ]);
  expect(descriptions).toEqual([
    'listPets with limit 1 returns 1 pet',
    'listPets with limit 100 returns 20 to 100 pets',
    'listPets with limit 5 and the status filter sold returns at most 5 pets, only with the status sold',
    'listPets with the status filter pending returns at most 20 pets, only with the status pending',
  ]);
});

test('keeps no value of a test', () => {
  const { text } = record([
    { path: '/pets', body: { name: 'A secret name', categoryId: 7 } },
    { path: '/pets/31' },
  ]);
  expect(text).not.toMatch(/secret|31|test-key/);
});

test('reads a status whose key is written with escapes', () => {
  const body = '{"name":"Rex","categoryId":2,"st\\u0061tus":"sold"}';
  expect(record([{ path: '/pets', body }]).descriptions).toEqual([
    'createPet with the status sold returns the created pet',
  ]);
});

test.for<[body: unknown, description: string]>([
  [{}, 'createPet rejects a pet without a name and without a categoryId'],
  [{ ...rex, name: 42 }, 'createPet rejects a pet with a number as name'],
  [{ ...rex, categoryId: '2' }, 'createPet rejects a pet with a string as categoryId'],
  [{ ...rex, categoryId: 1.5 }, 'createPet rejects a pet with a fraction as categoryId'],
  [
    '{"name":"Rex","categoryId":9223372036854775808}',
    'createPet rejects a pet with a categoryId beyond int64',
  ],
  [{ ...rex, status: 'eaten' }, 'createPet rejects a pet with an unknown status'],
  [
    { name: null, categoryId: true },
    'createPet rejects a pet with null as name and with a boolean as categoryId',
  ],
  [[rex], 'createPet rejects a body that is an array'],
  ['"Rex"', 'createPet rejects a body that is a string'],
  ['{"name":', 'createPet rejects a body that is malformed JSON'],
  ['', 'createPet rejects a request without a body'],
])('tells what is wrong with the body %j', ([body, description]) => {
  const { descriptions, leftOut } = record([{ path: '/pets', body }]);
  expect({ descriptions, leftOut }).toEqual({ descriptions: [description], leftOut: [] });
});

test.for<[authorization: string, description: string]>([
  ['', 'listPets without an API key is rejected'],
  ['Bearer', 'listPets with the scheme Bearer and no API key is rejected'],
  ['Bearer no-key', 'listPets with an API key that is not valid is rejected'],
  ['Basic test-key', 'listPets with the API key under the scheme Basic is rejected'],
  ['test-key', 'listPets with the API key and no scheme is rejected'],
])('tells what is wrong with the key in %j', ([authorization, description]) => {
  const { descriptions } = record([{ path: '/pets', headers: { authorization } }]);
  expect(descriptions).toEqual([description]);
});

test.for<[preference: string, sent: Sent, description: string]>([
  ['code=400', { path: '/pets', body: rex }, 'createPet rejects a pet without a name'],
  [
    'example=wrong-category-id',
    { path: '/pets', body: rex },
    'createPet rejects a pet with a string as categoryId',
  ],
  ['code=401', { path: '/pets' }, 'listPets with an API key that is not valid is rejected'],
  ['example=missing-key', { path: '/pets' }, 'listPets without an API key is rejected'],
  ['code=404', { path: '/pets/1' }, 'getPet responds with 404 when no pet has the identifier'],
])('describes what brings about the forced %s', ([preference, sent, description]) => {
  const { descriptions } = record([{ ...sent, headers: prefer(preference) }]);
  expect(descriptions).toEqual([description]);
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

/** The fields of the pet in a contract with one use, after tests in sandboxes of their own. */
function recordFields(tests: readonly (Needs | undefined)[], needs?: Needs): string[] {
  const engine = createEngine();
  const recorder = new UseRecorder(redact);
  for (const [number, one] of tests.entries()) {
    setSettings(engine, `test-${number}`, { needs: one });
    send(engine, recorder, { path: `/sandboxes/test-${number}/v1/pets/1` });
  }
  const { contract } = write(recorder, needs);
  return Object.keys(contract.interactions[0]?.response.body.content ?? {});
}

test.for<[tests: (Needs | undefined)[], needs: Needs | undefined, fields: string[]]>([
  [[undefined], { Pet: ['name', 'id'] }, ['id', 'name']],
  [[undefined], undefined, ['id', 'name', 'categoryId']],
  [[{ Pet: ['id'] }, { Pet: ['name'] }], undefined, ['id', 'name']],
  [[{ Pet: ['id'] }, undefined], { Pet: ['name'] }, ['id', 'name']],
  [[{ Pet: ['id'] }], { Pet: ['name'] }, ['id']],
  [[{ Pet: [] }], undefined, []],
  [[{ Error: ['status'] }], { Pet: ['id'] }, ['id']],
])('of tests that need %j and others that need %j, requires %j', ([tests, needs, fields]) => {
  expect(recordFields(tests, needs)).toEqual(fields);
});
