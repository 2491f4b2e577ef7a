import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ByteBudget, createMiddleware } from '../../src/http/middleware.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';
import { close, json, key, openWire, readAnswers, request } from './wire.js';

const maxBody = 1024 ** 2;
const refusal = { code: 'simulator_overloaded', status: 503 };

/** Serves a simulator whose bodies and responses may hold few bytes. */
async function serve(): Promise<number> {
  const observer = { onExchange: () => {}, onResponse: () => {}, onError: () => {} };
  const engine = await new SimulatorCore(resolveSimulatorOptions({ pets: 0 })).engine();
  const middleware = createMiddleware(engine, maxBody, observer, new ByteBudget(300_000));
  const server = createServer((incoming, response) => middleware(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

async function call(port: number, path: string, body?: string) {
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const init = body === undefined ? { headers } : { headers, method, body };
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, init);
  return { status: response.status, json: await response.json() };
}

const large = (length: number) => JSON.stringify({ name: 'x'.repeat(length), categoryId: 1 });

/** Begins to send a body of 200,000 bytes, and waits until the half of it must have arrived. */
async function beginBody(port: number) {
  const wire = openWire(port);
  const headers = [key, json, close, 'Content-Length: 200000', 'Expect: 100-continue'];
  wire.write(request('POST /v1/pets', headers));
  await wire.waitFor('100 Continue');
  wire.write('x'.repeat(100_000));
  return wire;
}

test('refuses large bodies while too many arrive, and serves the rest', async () => {
  const port = await serve();
  const wires = [await beginBody(port), await beginBody(port), await beginBody(port)];

  const refused = await Promise.race(wires.map((wire) => wire.closed));
  const list = await call(port, '/pets');
  const created = await call(port, '/pets', large(10));

  const answer = readAnswers(refused.text).at(-1);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject(refusal);
  expect([list.status, created.status]).toEqual([200, 201]);

  for (const wire of wires) {
    wire.destroy();
  }
  await expect.poll(async () => (await call(port, '/pets', large(100_000))).status).toBe(201);
});

test('refuses large responses while too many stay unread, and serves the rest', async () => {
  const port = await serve();
  for (let count = 0; count < 16; count += 1) {
    expect((await call(port, '/pets', large(1_000_000))).status).toBe(201);
  }
  // More than the operating system keeps for a client that reads nothing.
  const socket = connect(port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.write(request('GET /v1/pets?limit=16', [key, close]));

  const status = async () => (await call(port, '/pets?limit=2')).status;
  await expect.poll(status, { interval: 5 }).toBe(503);
  expect((await call(port, '/pets?limit=2')).json).toMatchObject(refusal);
  expect((await call(port, '/pets?status=sold')).status).toBe(200);

  socket.resume();
  await once(socket, 'close');
  expect((await call(port, '/pets?limit=2')).status).toBe(200);
});
