import { expect } from 'vitest';
import { call, errorOf, keyOf, operationNames } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour } = sectionTests('5');

behaviour('Scheme: HTTP bearer.', async (open) => {
  const client = await open();
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const answer = await call(client, 'listPets', { Authorization: `${scheme} ${client.apiKey}` });
    expect(answer.status, scheme).toBe(200);
  }
  const basic = { Authorization: `Basic ${btoa(`user:${client.apiKey}`)}` };
  const refused = await call(client, 'listPets', basic);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(readSpec().components.securitySchemes.bearer).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  });
});

behaviour(
  'The client sends its API key as a bearer token in the `Authorization` header, in the form `Authorization: Bearer <API_KEY>`.',
  async (open) => {
    const client = await open({ apiKey: 'my-key' });
    const sent = await call(client, 'listPets', { Authorization: 'Bearer my-key' });
    const withoutScheme = await call(client, 'listPets', { Authorization: 'my-key' });
    const elsewhere = await call(client, 'listPets', { 'X-API-Key': 'my-key' });
    const inQuery = await client.send('/v1/pets?access_token=my-key');

    expect(sent.status).toBe(200);
    expect([withoutScheme.status, elsewhere.status, inQuery.status]).toEqual([401, 401, 401]);
  },
);

behaviour('The requirement applies to every operation in section 4.', async (open) => {
  const client = await open();
  for (const operation of operationNames) {
    expect((await call(client, operation, {})).status, operation).toBe(401);
  }
  // Section 4.4 belongs to section 4, although it describes nothing.
  expect((await client.send('/v1/store/orders')).status).toBe(401);
  expect(readSpec().security).toEqual([{ bearer: [] }]);
});

behaviour(
  'When the key is missing or invalid, the response is 401 with an Error body.',
  async (open) => {
    const client = await open();
    const missing = await call(client, 'listPets', {});
    expect([missing.status, missing.json]).toEqual([401, errorOf(401)]);
    for (const wrong of ['Bearer', 'Bearer wrong', 'Bearer test-key2', 'Bearer test-key extra']) {
      const invalid = await call(client, 'listPets', { Authorization: wrong });
      expect([invalid.status, invalid.json], wrong).toEqual([401, errorOf(401)]);
    }
    // Who tests the handling of a 401 with a forced one has to meet the same answer.
    const forced = await call(client, 'listPets', { ...keyOf(client), Prefer: 'code=401' });
    expect([forced.status, forced.json]).toEqual([401, errorOf(401)]);
    expect(forced.headers.get('www-authenticate')).toBe(missing.headers.get('www-authenticate'));
  },
);

behaviour('How an API key is issued, scoped, rotated or revoked: not shown.', async (open) => {
  const client = await open({ apiKey: ['first', 'second'] });
  for (const key of ['first', 'second']) {
    for (const operation of operationNames) {
      const answer = await call(client, operation, { Authorization: `Bearer ${key}` });
      expect(answer.status, `${operation} with ${key}`).toBeLessThan(300);
    }
  }
  expect((await call(client, 'listPets', { Authorization: 'Bearer test-key' })).status).toBe(401);
  for (const path of ['/keys', '/keys/first', '/token']) {
    expect((await client.post(path, {})).json, path).toEqual(errorOf(404));
  }
});
