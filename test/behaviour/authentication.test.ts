import { describe, expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';

describe('a key that is valid is let in', () => {
  for (const authorization of [
    'Bearer test-key',
    'bearer test-key',
    'BEARER test-key',
    'Bearer   test-key',
    'Bearer test-key.checkout-7',
  ]) {
    behaviour(authorization, async (open) => {
      const client = await open();

      const answer = await client.send('/v1/pets', { headers: { Authorization: authorization } });

      expect(answer.status).toBe(200);
    });
  }
});

describe('everything else is a 401', () => {
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'test-key',
    'Basic dGVzdC1rZXk6',
    'Token test-key',
    'Bearer test-key test-key',
    'Bearer "test-key"',
    'Bearer test-key, Bearer test-key',
    'Bearer TEST-KEY',
    'Bearer wrong',
    'Bearer wrong.checkout-7',
    'Bearer test-key.',
    'Bearer .checkout-7',
    'Bearer test-key.a.b',
    `Bearer test-key.${'a'.repeat(65)}`,
  ]) {
    behaviour(String(authorization), async (open) => {
      const client = await open();
      const headers = authorization === undefined ? {} : { Authorization: authorization };

      const answer = await client.send('/v1/pets', { headers });

      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.json).toEqual({
        code: 'unauthorized',
        message: expect.stringContaining('section 5'),
        status: 401,
      });
    });
  }
});

behaviour('replaces the default key with configured keys', async (open) => {
  const client = await open({ apiKey: ['alpha', 'beta.2'] });
  const ask = (key: string) =>
    client.send('/v1/pets', { headers: { Authorization: `Bearer ${key}` } });

  expect((await ask('alpha')).status).toBe(200);
  expect((await ask('beta.2')).status).toBe(200);
  expect((await ask('beta.2.checkout')).status).toBe(200);
  expect((await ask('test-key')).status).toBe(401);
});

describe('authentication comes before everything else', () => {
  for (const [what, path, headers] of [
    ['an unknown path', '/v1/owners', {}],
    ['an operation that is only mentioned', '/v1/store/orders', {}],
    ['a malformed preference', '/v1/pets', { Prefer: 'code=banana' }],
    ['a forced answer', '/v1/pets/1', { Prefer: 'code=404' }],
    ['an illegal sandbox', '/sandboxes/a.b/v1/pets', {}],
    ['a wrong limit', '/v1/pets?limit=0', {}],
  ] as const) {
    behaviour(`before ${what}`, async (open) => {
      const client = await open();

      const answer = await client.send(path, { headers });

      expect(answer.status).toBe(401);
    });
  }
});
