import { expect, test } from 'vitest';
import { prefer, record, rex, type Sent } from './recording.js';

test('writes one interaction for requests that differ in values of a test only', async () => {
  const { descriptions } = await record([
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

test('tells limits and status filters apart', async () => {
  const { descriptions } = await record([
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

test('keeps no value of a test', async () => {
  const { text } = await record([
    { path: '/pets', body: { name: 'A secret name', categoryId: 7 } },
    { path: '/pets/31' },
  ]);
  expect(text).not.toMatch(/secret|31|test-key/);
});

const rejected: readonly (readonly [body: unknown, description: string])[] = [
  [{}, 'createPet rejects a pet without a name and without a categoryId'],
  [{ categoryId: 2 }, 'createPet rejects a pet without a name'],
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
  ['{"name":', 'createPet rejects a body that is malformed JSON'],
  ['', 'createPet rejects a request without a body'],
];

test.each(rejected)('tells what is wrong with the body %j', async (body, description) => {
  const { descriptions, leftOut } = await record([{ path: '/pets', body }]);
  expect({ descriptions, leftOut }).toEqual({ descriptions: [description], leftOut: [] });
});

const forced: readonly (readonly [preference: string, request: Sent, description: string])[] = [
  ['code=400', { path: '/pets', body: rex }, 'createPet rejects a pet without a name'],
  [
    'example=wrong-category-id',
    { path: '/pets', body: rex },
    'createPet rejects a pet with a string as categoryId',
  ],
  ['code=401', { path: '/pets' }, 'listPets with an API key that is not valid is rejected'],
  ['example=missing-key', { path: '/pets' }, 'listPets without an API key is rejected'],
  ['code=404', { path: '/pets/1' }, 'getPet responds with 404 when no pet has the identifier'],
];

test.each(forced)(
  'describes what brings about the forced %s',
  async (preference, sent, description) => {
    const { descriptions } = await record([{ ...sent, headers: prefer(preference) }]);
    expect(descriptions).toEqual([description]);
  },
);

test('makes nothing but the key wrong in a request that gets a 401', async () => {
  const headers = { Authorization: '' };
  const { contract } = await record([
    { path: '/pets/1', headers },
    { path: '/pets', headers, body: rex },
  ]);
  expect(contract.interactions.map(({ providerStates }) => providerStates)).toEqual([
    [{ name: 'a category exists' }],
    [{ name: 'a pet exists' }],
  ]);
});
