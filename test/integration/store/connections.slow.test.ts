import { expect, test } from 'vitest';
import { send } from './call-sandbox.js';
import { createStart, openReplica } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

const readStatus = async (store: string) => (await send(await openReplica(store), 'a')).status;

test('uses a store whose user must not ask for its memory', async () => {
  const rights = ['on', '>secret', '~animal-store:*', '+@all', '-info'];
  await redis().command('ACL', 'SETUSER', 'narrow', ...rights);

  expect(await readStatus(redis().takeDatabase().replace('//', '//narrow:secret@'))).toBe(200);
});

test('uses the database of its URL', async () => {
  expect(await readStatus(`valkey://127.0.0.1:${redis().port}/9`)).toBe(200);
  expect(await redis().command('-n', '9', '--scan', '--pattern', '*{a}:log')).not.toBe('');
});

test('says once that other processes have other options', async () => {
  const store = redis().takeDatabase();
  const events: string[] = [];
  const logger = { onError: () => {}, onEvent: (message: string) => void events.push(message) };
  const first = await openReplica(store);
  await send(first, 'a');
  await first.list();

  await openReplica(store, { logger });
  expect(events).toEqual([]);
  await openReplica(store, { start: { ...createStart(), seed: 2 }, logger });

  expect(events).toEqual([expect.stringContaining('with other options')]);
});
