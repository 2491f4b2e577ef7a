import { expect } from 'vitest';
import { errorOf, keyOf } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour } = sectionTests('4.4');

behaviour(
  'An operation `GET /store/orders` is mentioned to exist in a navigation group named Store.',
  async (open) => {
    const client = await open();

    const orders = await client.get('/store/orders');

    expect(orders.status).toBe(501);
    expect(orders.json).toEqual({ ...errorOf(501), code: 'simulator_not_described' });
    expect(orders.json.message).toMatch(/GET \/store\/orders \(section 4\.4\).*Use \/pets\.$/);
  },
);

behaviour('Its parameters, payloads and responses: not shown.', async (open) => {
  const client = await open();

  const withParameter = await client.get('/store/orders?limit=5');
  const forced = await client.get('/store/orders', { Prefer: 'code=200' });
  const withPayload = await client.post('/store/orders', { petId: 1 });

  expect(withParameter.json.code).toBe('simulator_not_described');
  expect(forced.json.code).toBe('simulator_not_described');
  expect(withPayload.json.code).toBe('simulator_not_described');
  expect(Object.keys(readSpec().paths)).not.toContain('/store/orders');
});

behaviour('Any further operations in the groups Store and Pets: not shown.', async (open) => {
  const client = await open();
  for (const path of ['/store', '/store/inventory', '/store/orders/1', '/pets/1/photos']) {
    const unknown = await client.get(path);
    expect([unknown.status, unknown.json], path).toEqual([404, errorOf(404)]);
  }
  const emptied = await client.send('/v1/pets', { method: 'DELETE', headers: keyOf(client) });
  expect([emptied.status, emptied.json]).toEqual([405, errorOf(405)]);
  expect(Object.keys(readSpec().paths)).toEqual(['/pets', '/pets/{petId}']);
  expect(Object.keys(readSpec().paths['/pets'])).toEqual(['get', 'post']);
});
