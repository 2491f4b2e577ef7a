import { expect, test } from 'vitest';
import { create } from './call-sandbox.js';
import { createStart, openReplica, openReplicas } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

const start = createStart(
  Array.from({ length: 50 }, (_, place) => ({ name: `Seeded ${place}`, categoryId: 1n })),
  'fixture default',
);

async function open() {
  const store = redis().takeDatabase();
  const [first, second] = await openReplicas(store, { start });
  return { first, second, store };
}

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
