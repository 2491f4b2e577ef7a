import { describe, expect } from 'vitest';
import { behaviour, type Client } from '../support/behaviour.js';

const rex = { name: 'Rex of the test', categoryId: 2, status: 'available' };
const body = JSON.stringify(rex);

/** The three ways to select a sandbox. */
const ways = {
  key: (client: Client, name: string, init = {}) =>
    client.send('/v1/pets?limit=100', {
      ...init,
      headers: { Authorization: `Bearer test-key.${name}`, 'Content-Type': 'application/json' },
    }),
  path: (client: Client, name: string, init = {}) =>
    client.send(`/sandboxes/${name}/v1/pets?limit=100`, {
      ...init,
      headers: { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' },
    }),
  header: (client: Client, name: string, init = {}) =>
    client.send('/v1/pets?limit=100', {
      ...init,
      headers: {
        Authorization: 'Bearer test-key',
        'Content-Type': 'application/json',
        'Simulator-Sandbox': name,
      },
    }),
};

const create = { method: 'POST', body };

describe.each(Object.entries(ways))('a sandbox selected by %s', (way, select) => {
  behaviour('has its own pets', async (open) => {
    const client = await open();

    await select(client, 'checkout-7', create);

    expect((await select(client, 'checkout-7')).text).toContain(rex.name);
    expect((await select(client, 'other')).text).not.toContain(rex.name);
    expect((await client.get('/pets?limit=100')).text).not.toContain(rex.name);
  });

  behaviour('is named in the response', async (open) => {
    const client = await open();

    const answer = await select(client, 'checkout-7');

    expect(answer.headers.get('simulator-sandbox')).toBe('checkout-7');
  });

  behaviour('is the same one by key, path and header', async (open) => {
    const client = await open();

    await select(client, 'checkout-7', create);

    for (const other of Object.values(ways)) {
      expect((await other(client, 'checkout-7')).text).toContain(rex.name);
    }
  });

  behaviour('has its own ids', async (open) => {
    const client = await open();

    const first = await select(client, 'a', create);
    const second = await select(client, 'b', create);

    expect(first.text).toBe(second.text);
  });

  if (way !== 'key') {
    behaviour('is refused when its name is invalid', async (open) => {
      const client = await open();

      const answer = await select(client, 'not%20legal');

      expect(answer.status).toBe(501);
      expect(answer.json.code).toBe('simulator_bad_sandbox');
      expect(answer.json.message).toContain('letters, digits, hyphens and underscores');
    });
  }
});

behaviour('refuses contradictory selections and names both', async (open) => {
  const client = await open();

  const answer = await client.send('/sandboxes/a/v1/pets', {
    headers: { Authorization: 'Bearer test-key', 'Simulator-Sandbox': 'b' },
  });

  expect(answer.status).toBe(501);
  expect(answer.json.code).toBe('simulator_contradiction');
  expect(answer.json.message).toContain('a by its path, b by its header');
});

behaviour('accepts selections that agree', async (open) => {
  const client = await open();

  const answer = await client.send('/sandboxes/a/v1/pets', {
    headers: { Authorization: 'Bearer test-key.a', 'Simulator-Sandbox': 'a' },
  });

  expect(answer.status).toBe(200);
});

behaviour('selects default without a name', async (open) => {
  const client = await open();

  await ways.header(client, 'default', create);

  expect((await client.get('/pets?limit=100')).text).toContain(rex.name);
});

behaviour('creates and drops no sandbox without a key', async (open) => {
  const client = await open({ maxSandboxes: 3 });
  await ways.header(client, 'a', create);
  const wrong = { headers: { Authorization: 'Bearer wrong' } };

  for (const name of ['b', 'c', 'd']) {
    const answer = await client.send(`/sandboxes/${name}/v1/pets`, wrong);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('simulator-sandbox')).toBe(name);
  }

  expect((await ways.header(client, 'a')).text).toContain(rex.name);
});

behaviour('drops the longest idle sandbox first, never default', async (open) => {
  const client = await open({ maxSandboxes: 3 });
  await client.post('/pets', rex);
  await ways.header(client, 'a', create);
  await ways.header(client, 'b', create);
  await ways.header(client, 'a');

  await ways.header(client, 'c');

  expect((await ways.header(client, 'a')).text).toContain(rex.name);
  expect((await ways.header(client, 'b')).text).not.toContain(rex.name);
  expect((await client.get('/pets?limit=100')).text).toContain(rex.name);
});
