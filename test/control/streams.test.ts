import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import type { RawBody } from '../../src/admin/call.js';
import { readText } from '../../src/client/transport.js';
import { createOfflineSimulator } from '../../src/offline-simulator.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';
import { create, list, numbersOf } from './exchanges.js';
import { callAtOnce, openServer, overHttp } from './open.js';

/** Opens an event stream and reads nothing of it. */
async function openStream(origin: string): Promise<IncomingMessage> {
  const [response] = await once(get(`${origin}/__admin/events`, { agent: false }), 'response');
  response.on('error', () => {});
  return response;
}

overHttp('refuses an event stream beyond 100, until one is closed', async () => {
  const { origin } = await openServer();
  const streams = await Promise.all(Array.from({ length: 100 }, () => openStream(origin)));

  const refused = await fetch(`${origin}/__admin/events`);
  expect(refused.status).toBe(409);
  expect((await refused.json()).message).toBe(
    '100 event streams are open, which is the limit. Close one, and try again.',
  );

  streams[0]?.destroy();
  await expect.poll(async () => (await openStream(origin)).statusCode).toBe(200);
});

test('ends the stream of a reader that ends its side of the connection', async () => {
  const { port } = await openServer();
  const reader = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  reader.write('GET /__admin/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(reader, 'data');

  reader.end();
  reader.resume();

  await expect(once(reader, 'close')).resolves.toBeDefined();
});

test('a HEAD request opens no event stream', async () => {
  const { origin } = await openServer();
  const head = () => fetch(`${origin}/__admin/events`, { method: 'HEAD' });
  await Promise.all(Array.from({ length: 101 }, head));

  expect((await openStream(origin)).statusCode).toBe(200);
});

function listRequests(query: Record<string, string> = {}, signal = new AbortController().signal) {
  const place = { method: 'GET', path: '/requests', sandbox: 'default', body: '' };
  return { ...place, query: new URLSearchParams(query), header: () => undefined, signal };
}

test('refuses a call that waits beyond 1,000, and none that need not wait', async () => {
  const admin = await new SimulatorCore(resolveSimulatorOptions({})).admin();
  const forever = { wait: '1', timeout: '60000' };
  const controllers = Array.from({ length: 1_000 }, () => new AbortController());
  const waiting = controllers.map(({ signal }) => admin.answer(listRequests(forever, signal)));

  expect((await admin.answer(listRequests(forever))).status).toBe(409);
  expect((await admin.answer(listRequests())).status).toBe(200);

  for (const controller of controllers) {
    controller.abort();
  }
  const answers = await Promise.all(waiting);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});

test('writes a long list of requests in slices, and lets others through between them', async () => {
  const core = new SimulatorCore(resolveSimulatorOptions({}));
  const admin = await core.admin();
  const body = JSON.stringify({ name: 'x'.repeat(3_900), categoryId: 1 });
  const simulator = createOfflineSimulator(core);
  await callAtOnce(500, simulator, simulator.sandbox('default'), { ...create, body });
  let turns = 0;
  let counting = true;
  const count = () => {
    turns += 1;
    if (counting) {
      setImmediate(count);
    }
  };

  const { value } = await admin.handle(listRequests());
  setImmediate(count);
  const sizes: number[] = [];
  for await (const slice of (value as RawBody).chunks()) {
    sizes.push(slice.length);
  }
  counting = false;

  expect(Math.max(...sizes)).toBeLessThan(80_000);
  expect(sizes.length).toBeGreaterThan(50);
  expect(turns).toBeGreaterThanOrEqual(sizes.length - 1);
});

test('lists what the journal had when the list began, unless it is dropped before it is read', async () => {
  const core = new SimulatorCore(resolveSimulatorOptions({ maxJournal: 40 }));
  const admin = await core.admin();
  const simulator = createOfflineSimulator(core);
  const sandbox = simulator.sandbox('default');
  await callAtOnce(40, simulator, sandbox, list);

  const { value } = await admin.handle(listRequests());
  await callAtOnce(38, simulator, sandbox, list);

  const { requests, total } = JSON.parse(
    await readText({ status: 200, body: (value as RawBody).chunks() }),
  );
  const numbers = numbersOf(requests);
  expect(total).toBe(40);
  expect([numbers[0], ...numbers.slice(-2)]).toEqual([1, 39, 40]);
  expect(numbers.length).toBeLessThan(40);
});
