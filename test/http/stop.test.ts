import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { close as closeLine, json, key, openWire, readAnswers, request, start } from './wire.js';

const delayed = (delay: number, ...more: string[]) =>
  request('GET /v1/pets/1', [key, `Prefer: delay=${delay}`, ...more]);

/** A connection whose request has reached the simulator: its body is asked for. */
async function postOnWire(port: number, prefer: string) {
  const wire = openWire(port);
  const headers = [key, json, prefer, 'Content-Length: 29', 'Expect: 100-continue'];
  wire.write(request('POST /v1/pets', headers));
  await wire.waitFor('100 Continue');
  return wire;
}

test('answers open requests while it stops', async () => {
  const simulator = await start();
  const wire = await postOnWire(simulator.port, 'Prefer: delay=100');

  const closed = simulator.close();
  wire.write('{"name":"Rex","categoryId":2}');

  const [, created] = readAnswers((await wire.closed).text);
  expect([created?.status, JSON.parse(created?.body ?? '').id]).toEqual([201, 51]);
  await closed;
});

test('refuses new connections while it stops', async () => {
  const simulator = await start();
  const wire = await postOnWire(simulator.port, 'Prefer: delay=100');
  const closed = simulator.close();
  const late = openWire(simulator.port);
  expect((await late.closed).brokenBy).toBe('ECONNREFUSED');
  wire.write('{"name":"Rex","categoryId":2}');
  await closed;
});

test('stops at once without open requests', async () => {
  const simulator = await start();
  const headers = { Authorization: 'Bearer test-key' };
  await (await fetch(`${simulator.url}/pets`, { headers })).text();
  const begin = performance.now();
  await simulator.close();
  expect(performance.now() - begin).toBeLessThan(1000);
});

test('stops when the last open request is answered', async () => {
  const simulator = await start();
  const wire = await postOnWire(simulator.port, 'Prefer: delay=100');
  wire.write('{"name":"Rex","categoryId":2}');
  const begin = performance.now();
  await simulator.close();
  expect(performance.now() - begin).toBeLessThan(1000);
});

test('stops though a client that sent garbage stays connected', async () => {
  const simulator = await start();
  const wire = openWire(simulator.port, { stays: true });
  wire.write('GARBAGE\r\n\r\n');
  await wire.waitFor('"status":400}');
  const begin = performance.now();
  await simulator.close();
  expect(performance.now() - begin).toBeLessThan(1000);
});

test('aborts slow requests to stop within two seconds', async () => {
  const simulator = await start();
  const slow = openWire(simulator.port);
  slow.write(delayed(30_000));
  const unfinished = await postOnWire(simulator.port, 'Prefer: delay=0');

  const begin = performance.now();
  await simulator.close();

  expect(performance.now() - begin).toBeLessThan(2000);
  expect((await slow.closed).text).toBe('');
  expect((await unfinished.closed).text).not.toContain('201 Created');
});

test('can be closed twice', async () => {
  const simulator = await start();
  await Promise.all([simulator.close(), simulator.close()]);
  await expect(simulator.close()).resolves.toBeUndefined();
});

test('frees its port', async () => {
  const first = await startSimulator();
  await first.close();
  const server = createServer().listen(first.port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
  expect(server.listening).toBe(false);
});

test('closes with `await using`', async () => {
  let port = 0;
  {
    await using simulator = await startSimulator();
    port = simulator.port;
    const wire = openWire(port);
    wire.write(request('GET /v1/pets', [key, closeLine]));
    expect((await wire.closed).text).toContain('200 OK');
  }
  expect((await openWire(port).closed).brokenBy).toBe('ECONNREFUSED');
});
