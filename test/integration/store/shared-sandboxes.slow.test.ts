import { Redis } from 'iovalkey';
import { expect, onTestFinished, test } from 'vitest';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import type { StoreSandboxes } from '../../../src/store/store-sandboxes.js';
import { create, send } from './call-sandbox.js';
import { createStart, openReplica, openReplicas, type ReplicaOptions } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

const start = createStart(
  Array.from({ length: 50 }, (_, place) => ({ name: `Seeded ${place}`, categoryId: 1n })),
  'fixture default',
);

async function open(options: ReplicaOptions = {}) {
  const store = redis().takeDatabase();
  const [first, second, third] = await openReplicas(store, { start, ...options });
  const client = new Redis(store);
  onTestFinished(() => client.disconnect());
  return { first, second, third, client, store };
}

async function repeat(times: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < times; done += 50) {
    await Promise.all(Array.from({ length: Math.min(50, times - done) }, act));
  }
}

/** All that can be read of a sandbox. */
const readAll = (sandboxes: StoreSandboxes) =>
  sandboxes.read('box', (sandbox) => {
    const { journal, rules, total, dropped } = sandbox;
    const exchanges = journal.map(({ duration, ...exchange }) => exchange);
    const state = { snapshot: createSnapshot(sandbox, 0), exchanges, rules, total, dropped };
    return JSON.parse(JSON.stringify(state));
  });

test('is the same in a process that was there, one that slept, and one that loads', async () => {
  const { first, second, third, client } = await open();
  await create(second, 'box');
  await first.control('box', 'addRule', { operation: 'getPet', code: 503, times: 2 });
  await repeat(50, () => create(first, 'box'));
  await send(first, 'box', { path: '/pets/7' });
  await repeat(2_000, () => send(first, 'box'));
  await create(first, 'box');

  const [log = ''] = await client.keys('*{box}:log');
  expect(JSON.stringify(await client.xrange(log, '-', '+'))).toContain('"checkpoint"');
  const expected = await readAll(first);
  expect(expected.exchanges).toHaveLength(100);
  expect(expected.total).toBe(2_053);
  expect(await readAll(second)).toEqual(expected);
  expect(await readAll(third)).toEqual(expected);
  expect(await create(second, 'box')).toBe(103);
  expect((await send(third, 'box', { path: '/pets/7' })).status).toBe(503);
  expect((await send(second, 'box', { path: '/pets/7' })).status).toBe(200);
});

test('serves the requests of three processes alike', async () => {
  const { first, second, third } = await open();
  const counts = [0, 0, 0];
  let isOver = false;
  const work = [first, second, third].flatMap((replica, place) =>
    Array.from({ length: 8 }, async () => {
      while (!isOver) {
        await create(replica, 'box');
        counts[place] = (counts[place] ?? 0) + 1;
        isOver ||= counts.reduce((sum, count) => sum + count) >= 1_000;
      }
    }),
  );

  await Promise.all(work);

  expect(Math.min(...counts)).toBeGreaterThan(150);
});

test('lets idle sandboxes expire, and keeps those that are used', async () => {
  const { first, second, client } = await open({ ttl: 3_600_000 });
  await create(first, 'box');
  const [log = ''] = await client.keys('*{box}:*');
  expect(await client.pttl(log)).toBeGreaterThan(3_000_000);
  await client.pexpire(log, 60_000);

  await send(second, 'box');

  expect(await client.pttl(log)).toBeGreaterThan(3_000_000);
});

test('lists the sandboxes of all processes by their last use', async () => {
  const { first, second, third } = await open();
  await create(first, 'box');
  await send(second, 'other');
  await send(second, 'gone');
  await first.list();
  await third.drop('gone');
  await second.list();
  await send(first, 'box');

  const others = { '4xx': 0, '5xx': 0, fault: 0, refused: 0 };
  const count = (requests: number) => ({ requests, counts: { '2xx': requests, ...others } });
  const expected = [
    { name: 'default', pets: 50, rules: 0, ...count(0) },
    { name: 'other', pets: 50, rules: 0, ...count(1) },
    { name: 'box', pets: 51, rules: 0, ...count(2) },
  ];
  expect(await first.list()).toMatchObject(expected);
  expect(await third.list()).toMatchObject(expected);
});

test('tells who waits what this process changes, and what another one does', async () => {
  const { first, second } = await open();
  const { revision } = second.changesAfter(0);
  const { signal } = new AbortController();

  const own = second.waitForChange(revision, signal);
  await create(second, 'box');
  await own;
  const changes = second.changesAfter(revision);
  expect(changes.sandboxes).toContainEqual(expect.objectContaining({ name: 'box', pets: 51 }));
  expect(second.changesAfter(changes.revision).sandboxes).toEqual([]);

  const others = second.waitForChange(changes.revision, signal);
  await create(first, 'other');
  await others;
  expect(second.changesAfter(changes.revision).sandboxes).toMatchObject([{ name: 'other' }]);

  const gone = second.changesAfter(0).revision;
  await first.drop('other');
  await second.waitForChange(gone, signal);
  expect(second.changesAfter(gone).names).toEqual(['default', 'box']);
});

test('processes with other options have other sandboxes, and say so once', async () => {
  const { first, store } = await open();
  await create(first, 'box');
  await first.list();
  const events: string[] = [];
  const logger = { onError: () => {}, onEvent: (message: string) => void events.push(message) };

  await openReplica(store, { start, logger });
  expect(events).toEqual([]);
  const other = await openReplica(store, { start: { ...start, seed: 2 }, logger });

  expect(events).toEqual([expect.stringContaining('with other options')]);
  expect(await create(other, 'box')).toBe(51);
});
