import { expect } from 'vitest';
import { behaviour } from '../../support/behaviour.js';
import { expectError, expectNothingStored } from './refused.js';

const wrongKeys = [
  '',
  'Bearer',
  'test-key',
  'Basic dGVzdC1rZXk6',
  'Bearertest-key',
  'Bearer: test-key',
  'Bearer test-key extra',
  'Bearer test-key, Bearer test-key',
  'Bearer Bearer test-key',
  'Bearer "test-key"',
  'Bearer TEST-KEY',
  'Bearer test-keys',
  'Bearer test-key\u00e9',
  'Bearer test-key.',
  'Bearer .test-key',
  'Bearer test-key.a.b',
  `Bearer test-key.${'a'.repeat(65)}`,
  `Bearer ${'a'.repeat(8000)}`,
  'Bearer __proto__',
];

behaviour('rejects a wrong Authorization without repeating the key', async (open) => {
  const client = await open();
  for (const authorization of wrongKeys) {
    const answer = await client.get('/pets', { Authorization: authorization });
    expectError(answer, 401, ['section 5', 'Authorization: Bearer <API_KEY>']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.json.message).not.toContain('test-ke');
  }
});

behaviour('accepts the scheme in any letter case and more spaces', async (open) => {
  const client = await open();
  for (const authorization of ['bearer test-key', 'BEARER test-key', 'Bearer   test-key']) {
    expect((await client.get('/pets', { Authorization: authorization })).status).toBe(200);
  }
});

behaviour('stores nothing without Authorization, or with two', async (open) => {
  const client = await open();
  const json: [string, string] = ['Content-Type', 'application/json'];
  const key: [string, string] = ['Authorization', 'Bearer test-key'];
  const body = '{"name":"Rex","categoryId":2}';

  for (const headers of [[json], [json, key, key]]) {
    const answer = await client.send('/v1/pets', { method: 'POST', headers, body });
    expectError(answer, 401, ['section 5']);
  }
  await expectNothingStored(client);
});

behaviour('repeats only valid header names in a preflight', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets', {
    method: 'OPTIONS',
    headers: {
      Origin: 'http://localhost:3000',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'x-good, "bad", x evil, é, <b>, x-fine',
    },
  });

  const allowed = answer.headers.get('access-control-allow-headers')?.split(', ');
  expect(allowed).toEqual(expect.arrayContaining(['x-good', 'x-fine']));
  expect(allowed?.every((name) => /^[\w-]+$/.test(name))).toBe(true);
});
