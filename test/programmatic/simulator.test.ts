import { once } from 'node:events';
import { connect } from 'node:net';
import createClient from 'openapi-fetch';
import { describe, expect, test } from 'vitest';
import type { paths } from '../../src/engine/generated/types.js';
import { createSimulator, startSimulator, UsageError } from '../../src/index.js';

const authorization = { Authorization: 'Bearer test-key' };

test('a running simulator has a URL, a key and a port', async () => {
  await using sim = await startSimulator();

  const response = await fetch(`${sim.url}/pets`, {
    headers: { Authorization: `Bearer ${sim.apiKey}` },
  });

  expect(response.status).toBe(200);
  expect(sim.url).toBe(`http://127.0.0.1:${sim.port}/v1`);
});

test('await using stops it', async () => {
  let url = '';
  {
    await using sim = await startSimulator();
    url = sim.url;
  }

  await expect(fetch(url)).rejects.toThrow(TypeError);
});

test('close can be called twice', async () => {
  const sim = await startSimulator();

  await Promise.all([sim.close(), sim.close()]);
  await sim.close();
});

test('two simulators in one process are independent', async () => {
  await using first = await startSimulator({ seed: 7 });
  await using second = await startSimulator({ seed: 7 });
  const body = JSON.stringify({ name: 'Only in the first', categoryId: 1 });
  const headers = { ...authorization, 'Content-Type': 'application/json' };

  await fetch(`${first.url}/pets`, { method: 'POST', headers, body });

  const list = (url: string) => fetch(`${url}/pets?limit=100`, { headers }).then((r) => r.json());
  expect(await list(first.url)).toHaveLength(51);
  expect(await list(second.url)).toHaveLength(50);
});

test('a running simulator and its fetch share their pets', async () => {
  await using sim = await startSimulator();
  const body = JSON.stringify({ name: 'Rex', categoryId: 1 });
  const headers = { ...authorization, 'Content-Type': 'application/json' };

  await sim.fetch(`${sim.url}/pets`, { method: 'POST', headers, body });

  expect((await fetch(`${sim.url}/pets/51`, { headers })).status).toBe(200);
});

test('its fetch works with openapi-fetch', async () => {
  const { fetch } = createSimulator();
  const client = createClient<paths>({ baseUrl: 'http://localhost/v1', fetch });

  const { data } = await client.GET('/pets', {
    params: { query: { limit: 3 } },
    headers: authorization,
  });

  expect(data).toHaveLength(3);
});

test('a delayed response can be aborted', async () => {
  const controller = new AbortController();
  const headers = { ...authorization, Prefer: 'delay=60000' };
  const answer = createSimulator().fetch('http://localhost/v1/pets', {
    headers,
    signal: controller.signal,
  });

  controller.abort();

  await expect(answer).rejects.toThrow('abort');
});

describe('rejects with a UsageError', () => {
  test('a wrong option, at once', () => {
    expect(() => createSimulator({ pets: -1 })).toThrow(UsageError);
  });

  test('a missing fixture, at the first request', async () => {
    const simulator = createSimulator({ fixture: 'nowhere.json' });

    await expect(simulator.fetch('http://localhost/v1/pets')).rejects.toThrow('got "nowhere.json"');
  });

  test('a missing fixture, at the start', async () => {
    await expect(startSimulator({ fixture: 'nowhere.json' })).rejects.toThrow(UsageError);
  });

  test('a port that is taken', async () => {
    await using sim = await startSimulator();

    await expect(startSimulator({ port: sim.port })).rejects.toThrow(`Port ${sim.port}`);
  });
});

test('closes unused connections before it cuts off open requests', async () => {
  const sim = await startSimulator();
  const order: string[] = [];
  const headers = { ...authorization, Prefer: 'delay=60000' };
  const open = fetch(`${sim.url}/pets`, { headers }).catch(() => order.push('open request'));
  const unused = connect(sim.port, '127.0.0.1').resume();
  unused.once('close', () => order.push('unused connection'));
  await once(unused, 'connect');
  // The server has seen both once it has answered a third one.
  await fetch(`${sim.url}/pets`);

  await Promise.all([sim.close(), open]);

  expect(order).toEqual(['unused connection', 'open request']);
});
