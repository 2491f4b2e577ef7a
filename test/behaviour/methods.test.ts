import { describe, expect, test } from 'vitest';
import { behaviour, openFetch } from '../support/behaviour.js';
import { expectError } from './bad-input/refused.js';

const headers = { Authorization: 'Bearer test-key' };

/** The paths of the service, and the methods that each allows. */
const paths = [
  ['/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['/sandboxes/a/v1/pets/1', 'GET, HEAD, OPTIONS'],
] as const;

describe.each(paths)('%s', (path, allow) => {
  behaviour('allows no other method: 405 with Allow', async (client) => {
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];
    for (const method of methods.filter((one) => !allow.includes(one))) {
      const answer = await client.send(path, { method, headers });
      expectError(answer, 405, [`"${method}"`, 'section 4']);
      expect([answer.json.code, answer.headers.get('allow')]).toEqual([
        'method_not_allowed',
        allow,
      ]);
    }
  });

  behaviour('answers OPTIONS with Allow, without a key', async (client) => {
    const answer = await client.send(path, { method: 'OPTIONS' });

    expect([answer.status, answer.headers.get('allow'), answer.text]).toEqual([204, allow, '']);
    expect(answer.headers.has('access-control-allow-methods')).toBe(false);
  });

  behaviour('answers HEAD as GET without a body', async (client) => {
    for (const sent of [headers, {}]) {
      const get = await client.send(path, { headers: sent });
      const head = await client.send(path, { method: 'HEAD', headers: sent });
      expect([head.status, head.text]).toEqual([get.status, '']);
      expect([...head.headers]).toEqual([...get.headers]);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
    }
  });
});

const unknown =
  '/v1 /v1/ /v1/categories /v1/store /v1/events /v1/pets/1/photos /v1/pets/ /v1/pets/1/2 /v1/PETS /v1//pets';

behaviour('has no other path: 404 with the paths', async (client) => {
  for (const path of unknown.split(' ')) {
    const answer = await client.send(path, { headers });
    expectError(answer, 404, [JSON.stringify(path), '/v1/pets/{petId} (section 4)']);
    expect(answer.json.code).toBe('not_found');
  }
});

test.for([
  ['GET', '/pets', {}, 404],
  ['GET', '/v2/pets', {}, 404],
  ['GET', '/v1.0.0/pets', {}, 404],
  ['OPTIONS', '/v1/stores', {}, 404],
  ['HEAD', '/v1/pets/1', { Prefer: 'code=404' }, 404],
  // Pages can't send it with a preflight.
  ['OPTIONS', '/v1/pets', { Prefer: 'fault=reset, code=503' }, 204],
] as const)('answers %s %s with %j by %i', async ([method, path, sent, status]) => {
  const client = await openFetch();

  const answer = await client.send(path, { method, headers: { ...headers, ...sent } });

  expect(answer.status).toBe(status);
  expect(answer.text === '').toBe(method !== 'GET' && path !== '/v1/stores');
});

behaviour(
  'refuses the operation that the document only mentions, whatever is sent',
  async (client) => {
    for (const answer of [
      await client.get('/store/orders?limit=5', { Prefer: 'code=200' }),
      await client.post('/store/orders', { petId: 1 }),
    ]) {
      const { code, message } = answer.json;
      expect([answer.status, code]).toEqual([501, 'simulator_not_described']);
      expect(message).toMatch(/ \/store\/orders \(section 4\.4\).*Use \/pets\.$/);
    }
  },
);
