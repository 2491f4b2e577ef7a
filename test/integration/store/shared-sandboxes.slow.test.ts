import { Redis } from 'iovalkey';
import { expect, onTestFinished, test } from 'vitest';
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

test('tells who waits what this process changes, and what another one does', async () => {
  const { first, second } = await open();
  const { revisions } = second;
  const { signal } = new AbortController();
  /** Acts while somebody waits, and lists what has changed. */
  const findChanges = async (act: () => Promise<unknown>) => {
    const { latest } = revisions;
    const waiting = revisions.wait(latest, signal);
    await act();
    await waiting;
    return revisions.list(await second.list(), latest, revisions.latest);
  };

  const { sandboxes } = await findChanges(() => create(second, 'box'));
  expect(sandboxes).toContainEqual(expect.objectContaining({ name: 'box', pets: 51 }));
  expect(await findChanges(() => create(first, 'other'))).toMatchObject({
    sandboxes: [{ name: 'other' }],
  });
  expect((await findChanges(() => first.drop('other'))).names).toEqual(['default', 'box']);
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
