import { expect, test } from 'vitest';
import { behaviour, openFetch } from '../support/behaviour.js';
import { expectError, expectNothingStored } from './bad-input/refused.js';

behaviour('lets a valid key in', async (client) => {
  for (const authorization of [
    'Bearer test-key',
    'bearer test-key',
    'BEARER test-key',
    'Bearer   test-key',
    'Bearer test-key.checkout-7',
  ]) {
    expect((await client.get('/pets', { Authorization: authorization })).status).toBe(200);
  }
});

const wrongKeys = [
  '',
  'Bearer',
  'test-key',
  'Basic dGVzdC1rZXk6',
  'Token test-key',
  'Bearertest-key',
  'Bearer test-key test-key',
  'Bearer test-key, Bearer test-key',
  'Bearer "test-key"',
  'Bearer TEST-KEY',
  'Bearer test-keys',
  'Bearer wrong.checkout-7',
  'Bearer test.checkout-7',
  'Bearer test-key.',
  'Bearer .test-key',
  'Bearer test-key.a.b',
  `Bearer test-key.${'a'.repeat(65)}`,
  `Bearer ${'a'.repeat(8000)}`,
  'Bearer __proto__',
];

behaviour('answers everything else with 401, and names the default key', async (client) => {
  for (const authorization of wrongKeys) {
    const answer = await client.get('/pets', { Authorization: authorization });
    const names = authorization.includes('.') ? ', or test-key.checkout-7' : '.';
    expectError(answer, 401, ['section 5', `Authorization: Bearer test-key${names}`]);
    expect(answer.json.code).toBe('unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  }
});

test('names no other key', async () => {
  const client = await openFetch({ apiKey: 'my-s3cret' });
  for (const key of ['my-s3cre', 'my-s3cret.a.b', 'test-key']) {
    const answer = await client.get('/pets', { Authorization: `Bearer ${key}` });
    expectError(answer, 401, ['Bearer <API_KEY> with a key that --api-key (apiKey) sets']);
    expect(answer.json.message).not.toMatch(/s3cre|test-key/);
  }
});

behaviour('names the sandbox as what is wrong', async (client) => {
  for (const name of ['', 'a.b', 'a'.repeat(65), 'bad name!', 'ü', 'x, Bearer test-key']) {
    const answer = await client.get('/pets', { Authorization: `Bearer test-key.${name}` });
    expectError(answer, 401, ['(section 5)', '1 to 64 letters']);
  }
});

behaviour('asks for the key where the header is missing or empty', async (client) => {
  for (const headers of [{}, { Authorization: '' }, { 'X-API-Key': 'test-key' }]) {
    const answer = await client.send('/v1/pets?access_token=test-key', { headers });
    expectError(answer, 401, ['The API key is required (section 5)']);
  }
});

for (const [operation, path, init] of [
  ['listPets', '/v1/pets', {}],
  ['createPet', '/v1/pets', { method: 'POST', body: '{"name":"Rex","categoryId":2}' }],
  ['getPet', '/v1/pets/1', {}],
] as const) {
  test(`requires a valid key for ${operation}`, async () => {
    const client = await openFetch({ apiKey: ['first', 'second', 'test-key'] });
    const send = (...keys: string[]) => {
      const headers = keys.map((key): [string, string] => ['Authorization', `Bearer ${key}`]);
      return client.send(path, {
        ...init,
        headers: [['Content-Type', 'application/json'], ...headers],
      });
    };

    for (const answer of [await send(), await send('wrong'), await send('first', 'first')]) {
      expectError(answer, 401, ['section 5']);
    }
    await expectNothingStored(client);
    for (const key of ['first', 'second']) {
      expect((await send(key)).status).toBeLessThan(300);
    }
  });
}

behaviour('asks for the key before everything else', async (client) => {
  for (const [path, headers] of [
    ['/v1/owners', {}],
    ['/v1/store/orders', {}],
    ['/v1/pets', { Prefer: 'code=banana' }],
    ['/v1/pets/1', { Prefer: 'code=404' }],
    ['/sandboxes/a.b/v1/pets', {}],
    ['/v1/pets?limit=0', {}],
  ] as const) {
    expect([path, (await client.send(path, { headers })).status]).toEqual([path, 401]);
  }
});
