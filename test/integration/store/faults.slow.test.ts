import { readFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Sandboxes } from '../../../src/engine/sandboxes.js';
import { noRedis, type RedisOptions, type RedisServer, startRedis } from '../../support/redis.js';
import { create, listNames, send } from './call-sandbox.js';
import { checkHistories } from './histories.js';
import { openReplica, openReplicas } from './replicas.js';

beforeEach(({ skip }) => skip(noRedis !== undefined, noRedis));

async function openRedis(options?: RedisOptions) {
  const redis = await startRedis(options);
  onTestFinished(() => redis.close());
  return redis;
}

/** The service has recovered: nearly all calls are answered, and the answers are linearizable. */
async function expectRecovery(replicas: readonly Sandboxes[]): Promise<void> {
  for (const replica of replicas) {
    await expect.poll(() => replica.isReady?.()).toBe(true);
  }
  expect(await checkHistories(replicas, 30)).toBeGreaterThan(340);
}

test('loses and doubles nothing when the store is killed and started again', async () => {
  const redis = await openRedis({ appendOnly: true });
  const replicas = await openReplicas(redis.url);

  const restarted = checkHistories(replicas, 50).then(() => redis.restart());
  await Promise.all([restarted, checkHistories(replicas, 100)]);

  await expectRecovery(replicas);
});

test('keeps what it acknowledged when the store becomes full', async () => {
  const redis = await openRedis({ maxMemory: '8mb' });
  const replicas = await openReplicas(redis.url);
  const created: string[] = [];
  const name = () => `${created.length}`.padEnd(100_000, 'x');
  const createNext = () =>
    send(replicas[created.length % 3] as Sandboxes, 'a', {
      method: 'POST',
      body: JSON.stringify({ name: name(), categoryId: 1 }),
    });
  let last = await createNext();
  for (; last.status === 201; last = await createNext()) {
    created.push(name());
  }

  expect(last.body).toContain('simulator_full');
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  expect(await listNames(replicas[1], 'a')).toEqual(created);
});

test('goes on when the store forgets its scripts', async () => {
  const redis = await openRedis();
  const replicas = await openReplicas(redis.url);
  await expectRecovery(replicas);

  await redis.command('SCRIPT', 'FLUSH');

  await expectRecovery(replicas);
});

test('refuses a store that evicts, at the start and later', async () => {
  const redis = await openRedis({ maxMemory: '8mb' });
  const replica = await openReplica(redis.url);
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  await expect.poll(() => replica.isReady()).toBe(false);

  expect((await send(replica, 'a')).body).toContain('maxmemory-policy is allkeys-lru');
  await expect(openReplica(redis.url)).rejects.toThrow('Set maxmemory-policy to noeviction.');

  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  await expect.poll(() => replica.isReady()).toBe(true);
  expect((await send(replica, 'a')).status).toBe(200);
});

test('reports when the store goes away, and when it is back', async () => {
  const redis = await openRedis();
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  await openReplica(redis.url, { logger: { onError: report, onEvent: report } });

  redis.pause();
  await expect.poll(() => lines).toHaveLength(1);
  redis.resume();
  await expect.poll(() => lines).toHaveLength(2);

  expect(lines).toEqual([
    expect.stringContaining("can't be used: "),
    'The store that keeps the sandboxes can be used again.',
  ]);
});

test.for([
  [
    'a wrong password',
    (redis) => `redis://:wrong-password@127.0.0.1:${redis.port}`,
    /: WRONGPASS /,
  ],
  ['a database that does not exist', ({ url }) => `${url}/1000`, /DB index is out of range/],
  [
    'a user without the right to run scripts',
    ({ url }) => url.replace(':right', 'reader:pw'),
    /NOPERM/,
  ],
] as const satisfies [string, (redis: RedisServer) => string, RegExp][])(
  'refuses to start with %s',
  async ([, createUrl, problem]) => {
    const redis = await openRedis({ password: 'right' });
    await redis.command('ACL', 'SETUSER', 'reader', 'on', '>pw', '~*', '+@all', '-eval');

    const error = await openReplica(createUrl(redis)).catch(({ message }: Error) => message);

    expect(error).toMatch(problem);
    expect(error).not.toMatch(/wrong-password|right@/);
  },
);

test('works with the rights that deploy/README.md lists', async () => {
  const text = readFileSync('deploy/README.md', 'utf8');
  const rights = /`(~animal-store[^`]+)`/.exec(text)?.[1]?.split(' ') ?? [];
  const redis = await openRedis();
  await redis.command('ACL', 'SETUSER', 'limited', 'on', '>pw', ...rights);
  const replica = await openReplica(`redis://limited:pw@127.0.0.1:${redis.port}/1`);

  await create(replica, 'box');
  expect(await replica.list()).toHaveLength(2);
  expect(await replica.drop('box')).toBe(true);
});
