import { describe, expect } from 'vitest';
import { behaviour, type Client, type Init } from '../support/behaviour.js';

const rex = { name: 'Rex of the test', categoryId: 2, status: 'available' };
const create = { method: 'POST', body: JSON.stringify(rex) };
const json = { 'Content-Type': 'application/json' };

/** The two ways to select a sandbox. */
const ways = {
  key: (client: Client, name: string, init: Init = {}) =>
    client.send('/v1/pets?limit=100', {
      ...init,
      headers: { ...json, Authorization: `Bearer test-key.${name}` },
    }),
  path: (client: Client, name: string, init: Init = {}) =>
    client.send(`/sandboxes/${name}/v1/pets?limit=100`, {
      ...init,
      headers: { ...json, Authorization: 'Bearer test-key' },
    }),
};

describe.each(Object.entries(ways))('a sandbox selected by its %s', (_, select) => {
  behaviour('is the same one by key and path', async (client) => {
    await select(client, 'checkout-7', create);

    for (const other of Object.values(ways)) {
      expect((await other(client, 'checkout-7')).text).toContain(rex.name);
    }
  });

  behaviour('is the default one for the name default', async (client) => {
    await select(client, 'default', create);

    expect((await client.get('/pets?limit=100')).text).toContain(rex.name);
  });
});

for (const name of ['not%20legal', 'a.b', 'a'.repeat(65)]) {
  behaviour(`refuses the path of a sandbox named ${name.slice(0, 12)}`, async (client) => {
    const answer = await ways.path(client, name);

    expect([answer.status, answer.json.code]).toEqual([501, 'simulator_bad_sandbox']);
    expect(answer.json.message).toContain('1 to 64 letters, digits, hyphens and underscores');
  });
}

behaviour('refuses contradictory selections, names both and stores nothing', async (client) => {
  const headers = { ...json, Authorization: 'Bearer test-key.b' };

  const answer = await client.send('/sandboxes/a/v1/pets', { ...create, headers });

  expect([answer.status, answer.json.code]).toEqual([501, 'simulator_contradiction']);
  expect(answer.json.message).toContain('b by its key, a by its path');
  for (const name of ['a', 'b']) {
    expect((await ways.key(client, name)).text).not.toContain(rex.name);
  }
});

behaviour('accepts selections that agree', async (client) => {
  const headers = { Authorization: 'Bearer test-key.a' };

  expect((await client.send('/sandboxes/a/v1/pets', { headers })).status).toBe(200);
});
