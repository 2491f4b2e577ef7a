import { request } from 'node:http';
import { expect, test } from 'vitest';
import type { RawBody } from '../../src/admin/call.js';
import { readSlices } from '../../src/admin/slices.js';
import { readText } from '../../src/client/transport.js';
import { PetIndex } from '../../src/engine/pets/pet-index.js';
import type { Snapshot } from '../../src/index.js';
import { createOfflineSimulator, type OfflineSimulator } from '../../src/offline-simulator.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';
import { callService, openServer, overHttp } from './open.js';

const createRex = { method: 'POST', path: '/pets', body: '{"name":"Rex","categoryId":1}' };

/** A snapshot of so many pets that are not the simulator's own. */
async function snapshotOf({ sandbox }: OfflineSimulator, pets: number): Promise<Snapshot> {
  const snapshot = await sandbox('default').snapshot();
  const names = Array.from({ length: pets }, (_, index) => String(index + 1));
  return {
    ...snapshot,
    seeded: 0,
    numbered: pets,
    pets: names.map((id) => ({ id, name: `Pet ${id}`, categoryId: '1' })),
  };
}

function open(options = {}) {
  const core = new SimulatorCore(resolveSimulatorOptions(options));
  return { ...createOfflineSimulator(core), admin: () => core.admin() };
}

function adminRequest(method: string, path: string, body: Iterable<string> | string = '') {
  const { signal } = new AbortController();
  const query = new URLSearchParams();
  return { method, path, query, sandbox: 'default', body, signal, header: () => undefined };
}

test('a snapshot is of one moment, whatever happens while it is read', async () => {
  const simulator = open({ clock: '2030-01-01' });
  const admin = await simulator.admin();
  const sandbox = simulator.sandbox('default');
  await sandbox.restore(await snapshotOf(simulator, 3_000));
  const expected = await sandbox.snapshot();

  const { value } = await admin.handle(adminRequest('GET', '/state'));
  const chunks = (value as RawBody).chunks() as AsyncIterable<Uint8Array>;
  const iterator = chunks[Symbol.asyncIterator]();
  const first = (await iterator.next()).value as Uint8Array;
  await callService(simulator, sandbox, createRex);
  await sandbox.reset({ pets: 3 });
  const rest = await readText({ status: 200, body: { [Symbol.asyncIterator]: () => iterator } });

  expect(JSON.parse(Buffer.from(first).toString() + rest)).toEqual(expected);
});

overHttp('changes nothing, and frees the memory, when a snapshot is cut off', async () => {
  const simulator = await openServer({ maxPetMemory: 400_000, clock: '2030-01-01' });
  const sandbox = simulator.sandbox('default');
  const before = await sandbox.snapshot();
  const pets = Array.from(
    { length: 1_000 },
    (_, id) => `{"id":"${id + 100}","name":"Rex","categoryId":"1"}`,
  );

  for (let round = 0; round < 5; round += 1) {
    const sending = request(`${simulator.origin}/__admin/state`, { method: 'PUT', agent: false });
    sending.on('error', () => {});
    sending.write(`{"snapshot":1,"pets":[${pets}`, () => sending.destroy());
    await new Promise((resolve) => sending.on('close', resolve));
  }
  // Each of them takes a fifth of the memory while it is read, so all must be free again.
  const large = { ...before, pets: [...before.pets, ...pets.map((text) => JSON.parse(text))] };
  await expect.poll(() => sandbox.restore(large).then(() => 'restored', String)).toBe('restored');

  expect((await sandbox.snapshot()).pets).toEqual(large.pets);
});

test('refuses a snapshot beyond the memory for pets before it is complete', async () => {
  const simulator = open({ maxPetMemory: 10_000 });
  const admin = await simulator.admin();
  let written = 0;
  function* endless() {
    yield '{"pets":[';
    for (; ; written += 1) {
      yield `{"id":"${written}","name":"Rex","categoryId":"1"},`;
    }
  }

  const { status, value } = await admin.handle(adminRequest('PUT', '/state', endless()));

  expect(status).toBe(409);
  expect(value).toMatchObject({ message: expect.stringContaining('max-pet-memory') });
  expect(written).toBeLessThan(100);
});

test('counts a long text that is not complete as memory', async () => {
  const simulator = open({ maxPetMemory: 500_000 });
  const admin = await simulator.admin();
  let written = 0;
  function* endless() {
    yield '{"pets":[{"name":"';
    for (; ; written += 1_000) {
      yield 'x'.repeat(1_000);
    }
  }

  const { status } = await admin.handle(adminRequest('PUT', '/state', endless()));

  expect(status).toBe(409);
  expect(written).toBeLessThan(400_000);
});

test('refuses a field of a snapshot that is longer than any', async () => {
  const admin = await open().admin();
  const body = [`{"choices":{"x":"${'x'.repeat(70_000)}"}}`];

  const { status, value } = await admin.handle(adminRequest('PUT', '/state', body));

  expect(status).toBe(413);
  expect(value).toMatchObject({ message: expect.stringMatching(/^choices of the body has/) });
});

test('serves others while a large snapshot is read and restored', async () => {
  const simulator = open();
  const snapshot = await snapshotOf(simulator, 20_000);
  const turns = async (long: Promise<unknown>) => {
    let count = 0;
    let over = false;
    void long.then(() => {
      over = true;
    });
    while (!over) {
      await new Promise((resolve) => setImmediate(resolve));
      count += 1;
    }
    return count;
  };
  const sandbox = simulator.sandbox('default');

  // 1.1 MB each: 17 slices.
  expect(await turns(sandbox.restore(snapshot))).toBeGreaterThan(3);
  expect(await turns(sandbox.snapshot())).toBeGreaterThanOrEqual(17);
  expect(await turns(sandbox.pets.list())).toBeGreaterThanOrEqual(17);
  expect(await sandbox.pets.list()).toHaveLength(20_000);
});

test('searches a free identifier only once, also when no pet fits any more', async () => {
  const simulator = open({ maxPetMemory: 1_000_000 });
  const sandbox = simulator.sandbox('default');
  await sandbox.restore({ ...(await snapshotOf(simulator, 2_000)), numbered: 0 });
  const { has } = PetIndex.prototype;
  let searched = 0;
  PetIndex.prototype.has = function count(id) {
    searched += 1;
    return has.call(this, id);
  };
  try {
    const large = { ...createRex, body: `{"name":"${'x'.repeat(1_000_000)}","categoryId":1}` };
    expect((await callService(simulator, sandbox, large)).status).toBe(501);
    const once = searched;
    expect((await callService(simulator, sandbox, large)).status).toBe(501);

    expect(once).toBeGreaterThan(2_000);
    expect(searched - once).toBeLessThan(5);
  } finally {
    PetIndex.prototype.has = has;
  }
});

async function readAll(chunks: Iterable<string | Uint8Array>, maxBytes = 1_000_000) {
  const slices: string[] = [];
  for await (const slice of readSlices(chunks, maxBytes)) {
    slices.push(slice);
  }
  return slices;
}

test('hands on a long body in slices, every character whole', async () => {
  const text = '貓🐶é'.repeat(30_000);
  const slices = await readAll([Buffer.from(text)]);

  expect(slices.join('')).toBe(text);
  expect(Math.max(...slices.map(({ length }) => length))).toBeLessThanOrEqual(65_536);
});

test('rejects a stream that is too long, or no UTF-8', async () => {
  await expect(readAll(['x'.repeat(50), 'x'.repeat(51)], 100)).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  await expect(readAll([Buffer.from([0x7b, 0xff])])).rejects.toThrow('must be UTF-8');
  await expect(readAll([Buffer.from([0xe8, 0xb2])])).rejects.toThrow('must be UTF-8');
});

test('restores a pet with numbers that JavaScript has not', async () => {
  const simulator = open({ choose: { 'unknown-field': 'echo' } });
  const sandbox = simulator.sandbox('default');
  const body = `{"name":"Rex","categoryId":1,"weight":1e400,"digits":${'9'.repeat(400)}}`;
  const { text } = await callService(simulator, sandbox, { ...createRex, body });

  await simulator.sandbox('other').restore(await sandbox.snapshot());
  const { id } = /"id":(?<id>\d+)/.exec(text)?.groups ?? {};
  const read = await callService(simulator, simulator.sandbox('other'), { path: `/pets/${id}` });

  expect(read.text).toBe(text);
  expect(read.text).toContain('"weight":1e400');
});
