/**
 * Says by how many bytes the memory of this process grew while something was done over and over. Run
 * with --expose-gc and the name of what is to be done.
 */

import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import { startSimulator } from '../../src/index.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';

type Round = (index: number) => unknown;

async function openWithin() {
  const core = new SimulatorCore(resolveSimulatorOptions({}));
  return { engine: await core.engine(), admin: await core.admin() };
}

const headers = { authorization: 'Bearer test-key', 'content-type': 'application/json' };

/** A request to create a pet, as HTTP hands it on. */
function creation(path: string) {
  return {
    method: 'POST',
    path,
    query: '',
    body: Buffer.from(`{"name":"${'x'.repeat(200)}","categoryId":1}`),
    rawHeaders: Object.entries(headers).flat(),
    header: (name: string) => headers[name as keyof typeof headers],
  };
}

async function droppedSandboxes(): Promise<Round> {
  const { engine } = await openWithin();
  return (index) => {
    const name = `test-${index}`;
    engine.exchange(creation(`/sandboxes/${name}/v1/pets`));
    applyChange(engine.sandboxes.getOrCreate(name), {
      type: 'rule-added',
      rule: { id: 'rule-1', scenario: { code: 503 } },
    });
    engine.sandboxes.drop(name);
  };
}

async function pushedOutSandboxes(): Promise<Round> {
  const { engine } = await openWithin();
  return (index) => engine.exchange(creation(`/sandboxes/test-${index}/v1/pets`));
}

async function journal(): Promise<Round> {
  const { engine } = await openWithin();
  // A wrong key: no pet is kept, only the exchange.
  const request = { ...creation('/v1/pets'), header: () => undefined };
  return () => engine.exchange({ ...request, body: Buffer.alloc(1_000, 'x') });
}

/** A list of pets with as many headers as 16 KiB have room for. */
function flood(sandbox: string, rawHeaders: readonly string[]) {
  return { ...creation(`/sandboxes/${sandbox}/v1/pets`), method: 'GET', rawHeaders };
}

/** Each name is a text of its own, as HTTP hands them on. */
const createTinyHeaders = () =>
  Array.from({ length: 2_800 }, (_, index) => [
    Buffer.from(`${1_000 + index}`).toString(),
    '',
  ]).flat();

async function tinyHeaders(): Promise<Round> {
  const { engine } = await openWithin();
  return (index) => engine.exchange(flood(`test-${index % 40}`, createTinyHeaders()));
}

/** Clients that never read their event stream, each of another sandbox. */
async function unreadStreams(): Promise<Round> {
  const core = new SimulatorCore(resolveSimulatorOptions({}));
  const [engine, { port }] = [await core.engine(), await core.listen()];
  for (let index = 0; index < 30; index += 1) {
    const socket = connect(port, '127.0.0.1');
    const path = `/__admin/events?sandbox=test-${index}`;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(socket, 'readable');
  }
  const headers = createTinyHeaders();
  return async (index) => {
    engine.sent(engine.exchange(flood(`test-${index % 30}`, headers)), 1);
    await new Promise((resolve) => setImmediate(resolve));
  };
}

async function largeBodies(): Promise<Round> {
  const { url } = await startSimulator();
  const body = `{"name":"${'x'.repeat(900_000)}"}`;
  return async () => (await fetch(`${url}/pets`, { method: 'POST', headers, body })).text();
}

async function controlCalls(): Promise<Round> {
  const { origin } = await startSimulator();
  const path = '/__admin/requests?limit=5&after=1&status=200&note=open';
  return async () => (await fetch(origin + path)).text();
}

async function waiters(): Promise<Round> {
  const { admin } = await openWithin();
  const query = new URLSearchParams({ wait: '1', timeout: '60000' });
  return (index) => {
    const controller = new AbortController();
    const place = { path: '/requests', query, sandbox: `test-${index}` };
    const call = { method: 'GET', ...place, body: '', header: () => undefined };
    const waiting = admin.handle({ ...call, signal: controller.signal });
    setImmediate(() => controller.abort());
    return waiting;
  };
}

async function eventReaders(): Promise<Round> {
  const { origin } = await startSimulator();
  return () =>
    new Promise((resolve, reject) => {
      const request = get(`${origin}/__admin/events`, { agent: false }, (response) => {
        response.once('data', () => request.destroy());
        response.on('error', () => {}).once('close', resolve);
      }).once('error', reject);
    });
}

/** What is done, how often at first, so that all is loaded and full, and how often then. */
const repeated: Readonly<Record<string, readonly [() => Promise<Round>, number, number]>> = {
  'dropped-sandboxes': [droppedSandboxes, 5_000, 100_000],
  'pushed-out-sandboxes': [pushedOutSandboxes, 5_000, 100_000],
  journal: [journal, 5_000, 100_000],
  'tiny-headers': [tinyHeaders, 10, 5_000],
  'unread-streams': [unreadStreams, 10, 12_000],
  'large-bodies': [largeBodies, 5, 40],
  'control-calls': [controlCalls, 200, 1_000],
  waiters: [waiters, 500, 15_000],
  'event-readers': [eventReaders, 50, 500],
};

async function bytesInUse(): Promise<number> {
  for (let time = 0; time < 4; time += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const [open, warmUp, rounds] = repeated[process.argv[2] ?? ''] ?? [];
if (open === undefined || warmUp === undefined || rounds === undefined) {
  throw new Error(`Name one of ${Object.keys(repeated).join(', ')}.`);
}
const round = await open();
for (let index = 0; index < warmUp; index += 1) {
  await round(index);
}
const before = await bytesInUse();
for (let index = warmUp; index < warmUp + rounds; index += 1) {
  await round(index);
}
const growth = (await bytesInUse()) - before;
// Once more, so that nothing of what is measured is dropped before.
await round(warmUp + rounds);
process.stdout.write(String(growth));
process.exit();
