import { expect, test } from 'vitest';
import { askOnce, close, json, key, request, start } from '../http/wire.js';
import { behaviour } from '../support/behaviour.js';
import { expectError } from './refused.js';

const refused = [
  '',
  'Bearer',
  'test-key',
  'Basic dGVzdC1rZXk6',
  'Digest username="test-key"',
  'Token test-key',
  'ApiKey test-key',
  'Bearertest-key',
  'Bearer:test-key',
  'Bearer: test-key',
  'Bearer\ttest-key',
  'Bearer test key',
  'Bearer test-key extra',
  'Bearer test-key,',
  'Bearer test-key, Bearer test-key',
  'Bearer Bearer test-key',
  'Bearer "test-key"',
  'Bearer <test-key>',
  'Bearer TEST-KEY',
  'Bearer test-ke',
  'Bearer test-keys',
  'Bearer test-key=',
  'Bearer test-key\u00e9',
  'Bearer test-key\u00a0',
  'Bearer\u00a0test-key',
  'Bearer test-key.',
  'Bearer .test-key',
  'Bearer test-key..a',
  'Bearer test-key.a.b',
  `Bearer test-key.${'a'.repeat(65)}`,
  `Bearer ${'a'.repeat(8000)}`,
  'Bearer __proto__',
];

for (const authorization of refused) {
  const shown = JSON.stringify(authorization.slice(0, 40));
  behaviour(`rejects Authorization ${shown} without repeating the key`, async (open) => {
    const client = await open();

    const answer = await client.get('/pets', { Authorization: authorization });
    const next = await client.get('/pets');

    expectError(answer, 401, ['section 5', 'Authorization: Bearer <API_KEY>']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.json.message).not.toContain('test-ke');
    expect(next.status).toBe(200);
  });
}

for (const authorization of ['bearer test-key', 'BEARER test-key', 'Bearer   test-key']) {
  behaviour(`accepts Authorization ${JSON.stringify(authorization)}`, async (open) => {
    const client = await open();
    const answer = await client.get('/pets', { Authorization: authorization });
    expect(answer.status).toBe(200);
  });
}

behaviour('stores nothing without Authorization', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"Rex","categoryId":2}',
  });
  const next = await client.post('/pets', { name: 'Max', categoryId: 3 });

  expectError(answer, 401, ['key is required', 'section 5']);
  expect(next.json.id).toBe(51);
});

const pairs: [name: string, first: string, second: string][] = [
  ['the same key twice', key, key],
  ['a good key before a wrong one', key, 'Authorization: Bearer wrong'],
  ['a good key after a wrong one', 'Authorization: Bearer wrong', key],
  ['a good key in another letter case of the name', key, 'authorization: Bearer test-key'],
  ['a good key before an empty one', key, 'Authorization:'],
];

for (const [name, first, second] of pairs) {
  test(`rejects two Authorization headers: ${name}`, async () => {
    const { port, apiKey, url } = await start();

    const answer = await askOnce(port, request('GET /v1/pets', [first, second, close]));
    const next = await fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${apiKey}` } });

    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(next.status).toBe(200);
  });
}

test('stores nothing with two Authorization headers', async () => {
  const { port } = await start();
  const body = '{"name":"Rex","categoryId":2}';
  const post = (...headers: string[]) =>
    askOnce(port, request('POST /v1/pets', [...headers, json, 'Content-Length: 29', close], body));

  const refusedAnswer = await post(key, key);
  const created = await post(key);

  expect(refusedAnswer.status).toBe(401);
  expect(JSON.parse(created.body).id).toBe(51);
});
