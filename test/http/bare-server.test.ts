import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSimulator, type Middleware } from '../../src/index.js';
import { json, key, openWire, request, start } from './wire.js';

const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
const body = '{"name":"Rex","categoryId":9007199254740993}';
const post = (url: string) => fetch(`${url}/pets`, { method: 'POST', headers, body });

/** Lets a server listen on a free port, until the test ends. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Serves middlewares one after the other on a free port, without Express. */
async function serve(...middlewares: Middleware[]): Promise<string> {
  const server = createServer((request, response) => {
    const run = (index: number, error?: unknown): void => {
      const middleware = middlewares[index];
      if (middleware === undefined || error !== undefined) {
        response.writeHead(error === undefined ? 404 : 555).end(String(error ?? 'elsewhere'));
      } else {
        middleware(request, response, (failure) => run(index + 1, failure));
      }
    };
    run(0);
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

test('the requestTimeout of the server ends a slow request', async () => {
  const options = { requestTimeout: 50, connectionsCheckingInterval: 10 };
  const port = await listen(createServer(options, createSimulator().middleware()));
  const wire = openWire(port);

  wire.write(request('POST /v1/pets', [key, json, 'Content-Length: 40'], '{"name":'));

  expect((await wire.closed).text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('the timeout of the server ends a response that nobody reads', async () => {
  const simulator = createSimulator();
  // More than the operating system keeps for a client.
  const large = JSON.stringify({ name: 'x'.repeat(1_000_000), categoryId: 1 });
  for (let count = 0; count < 32; count += 1) {
    const init = { method: 'POST', headers, body: large };
    await simulator.fetch('http://localhost/v1/pets', init);
  }
  const server = createServer(simulator.middleware());
  server.timeout = 50;
  let closed = 0;
  server.on('connection', (socket) => socket.once('close', () => (closed += 1)));
  const socket = connect(await listen(server), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());

  socket.write(request('GET /v1/pets?limit=100', [key]));

  await expect.poll(() => closed).toBe(1);
});

test('serves the simulator on a bare server', async () => {
  const origin = await serve(createSimulator().middleware());
  expect(await (await post(`${origin}/v1`)).text()).toContain('"categoryId":9007199254740993');
});

test('leaves other paths to a bare server', async () => {
  const origin = await serve(createSimulator().middleware());
  for (const path of ['/', '/health', '/v2/pets', '/v1x', '/sandboxes/a/pets', '/V1/pets']) {
    const answer = await fetch(origin + path, { headers });
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, 'elsewhere']);
  }
});

test('answers 500 for a fixture that can’t be read', async () => {
  const origin = await serve(createSimulator({ fixture: 'no-such-fixture' }).middleware());
  const answer = await fetch(`${origin}/v1/pets`, { headers });
  expect([answer.status, await answer.text()]).toEqual([555, expect.stringContaining('no-such')]);
});

test('serves first requests that arrive at once', async () => {
  const origin = await serve(createSimulator().middleware());
  const created = await Promise.all(Array.from({ length: 10 }, () => post(`${origin}/v1`)));
  const ids = await Promise.all(created.map(async (answer) => (await answer.json()).id));
  expect(ids.sort((a, b) => a - b)).toEqual([51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
});

test('shares pets between the middlewares and fetch of a simulator', async () => {
  const simulator = createSimulator();
  const [one, other] = [await serve(simulator.middleware()), await serve(simulator.middleware())];
  const created = await (await post(`${one}/v1`)).text();
  const read = await fetch(`${other}/v1/pets/51`, { headers });
  const fetched = await simulator.fetch(new Request('http://localhost/v1/pets/51', { headers }));
  expect([await read.text(), await fetched.text()]).toEqual([created, created]);
});

test('keeps two simulators in one process apart', async () => {
  const [one, other] = [await start(), await start({ profile: 'strict', apiKey: 'other-key' })];
  await post(one.url);
  const unknown = await post(other.url);
  const key = { Authorization: 'Bearer other-key' };
  const missing = await fetch(`${other.url}/pets/51`, { headers: key });
  expect([unknown.status, missing.status]).toEqual([401, 404]);
  expect(one.port).not.toBe(other.port);
});

test('goes on when another simulator in its process is closed', async () => {
  const [one, other] = [await start(), await start()];
  await other.close();
  expect((await post(one.url)).status).toBe(201);
});

test('lets the first of two middlewares answer', async () => {
  const [first, second] = [createSimulator(), createSimulator()];
  const origin = await serve(first.middleware(), second.middleware());
  await post(`${origin}/v1`);
  const inSecond = await second.fetch(new Request('http://localhost/v1/pets/51', { headers }));
  expect(inSecond.status).toBe(404);
});
