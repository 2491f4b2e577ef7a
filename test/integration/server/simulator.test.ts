import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { expect, test } from 'vitest';
import { faults } from '../../../src/document/message.js';
import { createSimulator, startSimulator } from '../../../src/index.js';
import { openHttp } from '../../support/open-http.js';
import { start } from '../../support/simulator.js';

const authorization = { Authorization: 'Bearer test-key' };
const headers = { ...authorization, 'Content-Type': 'application/json' };
const post = { method: 'POST', headers, body: '{"name":"Zoë 🐕","categoryId":9007199254740993}' };

/** One exchange of each kind; a pet that was created before is read after. */
const exchanges: readonly [path: string, init?: RequestInit][] = [
  ['/v1/pets?limit=2&status=sold', { headers }],
  ['/v1/pets', post],
  ['/v1/pets/51', { headers }],
  ['/v1/pets/51', { method: 'HEAD', headers }],
  ...faults.map((fault): [string, RequestInit] => [
    '/v1/pets',
    { method: 'HEAD', headers: { ...headers, Prefer: `fault=${fault}, delay=1` } },
  ]),
  ['/sandboxes/shop/v1/pets', post],
  ['/sandboxes/not%20legal/v1/pets', { headers }],
  ['/v1/pets', { headers: { Authorization: 'Bearer test-key.shop' } }],
  ['/v1/pets'],
  ['/v1/pets/999', { headers }],
  ['/v1/pets/%F0%9F', { headers }],
  ['/v1/nothing?limit=1', { headers }],
  ['/v1/pets', { method: 'DELETE', headers }],
  ['/v1/pets', { method: 'OPTIONS', headers: { Origin: 'http://localhost:3000' } }],
  ['/v1/pets', { ...post, body: '{"name":' }],
  ['/v1/pets', { ...post, body: 'x'.repeat(2_000) }],
  ['/v1/pets', { ...post, body: new Uint8Array([0x22, 0xff, 0x22]) }],
  ['/v1/pets/1', { headers: { ...headers, Prefer: 'code=503, delay=1' } }],
  ['/v1/pets', { headers: { ...headers, Prefer: 'fault=garbage' } }],
  ['/v1/pets', { headers: { ...headers, Prefer: 'fault=reset' } }],
];

/** What a client sees of each exchange; every message is from the same engine. */
async function sendAll(send: (path: string, init?: RequestInit) => Promise<Response>) {
  const seen: unknown[] = [];
  for (const [path, init] of exchanges) {
    const response = await send(path, init).catch((error: unknown) => error);
    if (!(response instanceof Response)) {
      seen.push([path, response instanceof TypeError]);
      continue;
    }
    const transport = /^(connection|date|keep-alive|x-powered-by)$/;
    const own = [...response.headers].filter(([name]) => !transport.test(name));
    seen.push([path, response.status, own, await response.text()]);
  }
  return seen;
}

test('answers alike over HTTP, through fetch, and as a middleware of Express', async () => {
  const options = { maxBody: 1_000, clock: '2030-01-01' };
  const inProcess = createSimulator(options);
  const server = await start(options);
  const app = express().use('/double', createSimulator(options).middleware());
  const prefix = await openHttp(app, '/double');

  const expected = await sendAll(inProcess.fetch);

  expect(expected).toHaveLength(exchanges.length);
  const overHttp = await sendAll((path, init) => fetch(server.origin + path, init));
  const mounted = await sendAll((path, init) => fetch(prefix + path, init));
  expect(overHttp).toEqual(expected);
  expect(mounted).toEqual(expected);
});

test('names a fixture that a middleware cannot read', async () => {
  const app = express().use(createSimulator({ fixture: 'none.json' }).middleware());
  const response = await fetch(`${await openHttp(app, '')}/v1/pets`, { headers });
  expect([response.status, await response.json()]).toEqual([
    500,
    expect.objectContaining({ message: expect.stringMatching(/^The fixture .*"none.json"/) }),
  ]);
});

test('has a URL, a key, a port, and an end', async () => {
  let url = '';
  {
    await using simulator = await startSimulator();
    url = simulator.url;
    expect(url).toBe(`http://127.0.0.1:${simulator.port}/v1`);
    const headers = { Authorization: `Bearer ${simulator.apiKey}` };
    expect((await fetch(`${url}/pets`, { headers })).status).toBe(200);
    // It can be closed twice.
    await simulator.close();
  }

  await expect(fetch(url)).rejects.toThrow(TypeError);
});

test('shares pets with its own fetch, and with no other simulator', async () => {
  const [one, other] = [await start(), await start()];

  await one.fetch('/v1/pets', post);

  expect((await fetch(`${one.url}/pets/51`, { headers })).status).toBe(200);
  expect((await fetch(`${other.url}/pets/51`, { headers })).status).toBe(404);
});

test('closes unused connections before it cuts off open requests', async () => {
  const simulator = await startSimulator();
  const order: string[] = [];
  const delayed = { ...authorization, Prefer: 'delay=60000' };
  const open = fetch(`${simulator.url}/pets`, { headers: delayed }).catch(() =>
    order.push('open request'),
  );
  const unused = connect(simulator.port, '127.0.0.1').resume();
  unused.once('close', () => order.push('unused connection'));
  await once(unused, 'connect');
  // The server has seen both once it has answered a third one.
  await fetch(`${simulator.url}/pets`);

  await Promise.all([simulator.close(), open]);

  expect(order).toEqual(['unused connection', 'open request']);
});
