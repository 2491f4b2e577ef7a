import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Sandboxes } from '../../../src/engine/sandboxes.js';
import { noRedis, type RedisOptions, startRedis } from '../../support/redis.js';
import { callSandbox, send } from './call-sandbox.js';
import { checkHistories, chooseSeed, createRecorder, expectLinearizable } from './histories.js';
import { openReplica, openReplicas } from './replicas.js';
import type { Call } from './sandbox-model.js';

beforeEach(({ skip }) => skip(noRedis !== undefined, noRedis));

async function openRedis(options?: RedisOptions) {
  const redis = await startRedis(options);
  onTestFinished(() => redis.close());
  return redis;
}

async function expectReadiness(replicas: readonly Sandboxes[], isReady: boolean): Promise<void> {
  for (const replica of replicas) {
    await expect.poll(() => replica.isReady()).toBe(isReady);
  }
}

/** The service has recovered: nearly all calls are answered, and the answers are linearizable. */
async function expectRecovery(replicas: readonly Sandboxes[]): Promise<void> {
  await expectReadiness(replicas, true);
  const answered = await checkHistories({ replicas, seed: chooseSeed(), histories: 30 });
  expect(answered).toBeGreaterThan(340);
}

test('loses and doubles nothing when a process ends in the middle of its requests', async () => {
  const redis = await openRedis();
  const replicas = await openReplicas(redis.url);
  const onHistory = (done: number) => done === 50 && void replicas[0].close();

  const answered = await checkHistories({
    replicas,
    seed: chooseSeed(),
    histories: 150,
    onHistory,
  });

  expect(answered).toBeLessThan(150 * 12);
  await expectRecovery(replicas.slice(1));
});

/**
 * How long something takes, in ticks of 50 milliseconds: on a busy machine what is measured is late, and so are
 * the ticks.
 */
async function countTicks(work: Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 50);
  await work;
  clearInterval(timer);
  return ticks;
}

test('refuses within 2.5 seconds while the store is paused, then at once, and goes on', async () => {
  const redis = await openRedis();
  const replicas = await openReplicas(redis.url);
  const [one] = replicas;
  const sandbox = createRecorder('a');
  await sandbox.call(one, { type: 'create', name: 'Rex' });

  redis.pause();
  const calls: Call[] = [{ type: 'create', name: 'Tom' }, { type: 'list' }, { type: 'list-rules' }];
  const refuse = () =>
    Promise.all(replicas.map((replica, index) => sandbox.call(replica, calls[index] as Call)));
  expect(await countTicks(refuse())).toBeLessThanOrEqual(50);
  expect(await countTicks(refuse())).toBeLessThanOrEqual(5);
  expect(sandbox.history.slice(1).map(({ output }) => output)).toEqual(Array(6).fill(undefined));
  const { status, body } = await send(one, 'a');
  expect([status, JSON.parse(body).code]).toEqual([501, 'simulator_store_unavailable']);

  redis.resume();
  await expectReadiness(replicas, true);
  for (const replica of replicas) {
    expect(await sandbox.call(replica, { type: 'create', name: 'Max' })).toBeDefined();
    expect(await sandbox.call(replica, { type: 'list' })).toBeDefined();
  }
  expectLinearizable(sandbox.history, 0);
});

test('loses and doubles nothing when the store is killed and started again', async () => {
  const redis = await openRedis({ appendOnly: true });
  const replicas = await openReplicas(redis.url);
  let restarted: Promise<void> | undefined;
  const onHistory = (done: number) => {
    restarted ??= done === 50 ? redis.restart() : undefined;
  };

  await checkHistories({ replicas, seed: chooseSeed(), histories: 150, onHistory });

  await restarted;
  await expectRecovery(replicas);
});

test('keeps what it acknowledged when the store becomes full', async () => {
  const redis = await openRedis({ maxMemory: '8mb' });
  const replicas = await openReplicas(redis.url);
  const created: string[] = [];
  const name = 'x'.repeat(100_000);
  let answer: string | undefined = '';
  while (answer !== undefined) {
    const replica = replicas[created.length % replicas.length] as Sandboxes;
    answer = await callSandbox(replica, 'a', { type: 'create', name });
    if (!answer?.startsWith('201 ')) {
      break;
    }
    created.push(answer.slice(4));
  }

  expect(answer).toMatch(/^501 .*simulator_full/);
  await redis.command('CONFIG', 'SET', 'maxmemory', '0');
  expect(await callSandbox(replicas[1], 'a', { type: 'list' })).toBe(`200 [${created.join()}]`);
});

const full = /^501 .*simulator_full/;

test('a full store answers lists and gets without recording them, and drops sandboxes', async () => {
  const redis = await openRedis();
  const [one, two, three] = await openReplicas(redis.url);
  await callSandbox(one, 'a', { type: 'create', name: 'Rex' });
  await redis.command('CONFIG', 'SET', 'maxmemory', '1mb');

  const pet = '{"id":1,"name":"Rex","categoryId":1}';
  expect(await callSandbox(two, 'a', { type: 'list' })).toBe(`200 [${pet}]`);
  expect(await callSandbox(three, 'a', { type: 'get', id: 1 })).toBe(`200 ${pet}`);
  expect(await callSandbox(one, 'unused', { type: 'list' })).toBe('200 []');
  expect(await callSandbox(one, 'a', { type: 'count-requests' })).toBe('200 1');
  expect(await callSandbox(two, 'a', { type: 'create', name: 'Tom' })).toMatch(full);

  expect(await callSandbox(two, 'a', { type: 'drop' })).toBe('204');
  expect(await callSandbox(one, 'a', { type: 'list' })).toBe('200 []');
  expect((await two.list()).map(({ name }) => name)).toEqual(['default']);
});

test('goes on when the store forgets its scripts', async () => {
  const redis = await openRedis();
  const replicas = await openReplicas(redis.url);
  await expectRecovery(replicas);

  await redis.command('SCRIPT', 'FLUSH');

  await expectRecovery(replicas);
});

test('starts over when the store lost everything, with the seeded pets', async () => {
  const redis = await openRedis();
  const replicas = await openReplicas(redis.url);
  for (const replica of replicas) {
    await callSandbox(replica, 'a', { type: 'create', name: 'Rex' });
  }

  await redis.command('FLUSHALL');

  const list = (replica: Sandboxes) => callSandbox(replica, 'a', { type: 'list' });
  expect(await Promise.all(replicas.map(list))).toEqual(['200 []', '200 []', '200 []']);
});

test('refuses a store that evicts, at the start and later', async () => {
  const redis = await openRedis({ maxMemory: '8mb' });
  const replica = await openReplica(redis.url);
  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  await expectReadiness([replica], false);

  expect((await send(replica, 'a')).body).toContain('maxmemory-policy is allkeys-lru');
  await expect(openReplica(redis.url)).rejects.toThrow('Set maxmemory-policy to noeviction.');

  await redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
  await expectReadiness([replica], true);
  expect((await send(replica, 'a')).status).toBe(200);
});

test('refuses with the reason while a script keeps the store busy, and goes on after it', async () => {
  const redis = await openRedis();
  const replica = await openReplica(redis.url);
  await redis.command('CONFIG', 'SET', 'busy-reply-threshold', '1');
  const script = redis.command('EVAL', 'while true do end', '0').catch(() => {});
  await expectReadiness([replica], false);

  expect((await send(replica, 'a')).body).toMatch(/simulator_store_unavailable.*BUSY/);

  await redis.command('SCRIPT', 'KILL');
  await script;
  await expectReadiness([replica], true);
  expect((await send(replica, 'a')).status).toBe(200);
});

test('refuses to use a node that can only be read, and goes on when it can write', async () => {
  const redis = await openRedis();
  const replica = await openReplica(redis.url);
  const other = await openRedis();
  await redis.command('REPLICAOF', '127.0.0.1', `${other.port}`);
  await expectReadiness([replica], false);

  expect((await send(replica, 'a')).body).toMatch(/simulator_store_unavailable.*READONLY/);

  await redis.command('REPLICAOF', 'NO', 'ONE');
  await expectReadiness([replica], true);
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

test('reports a wrong password without showing it', async () => {
  const redis = await openRedis({ password: 'right' });
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const store = `redis://:wrong-password@127.0.0.1:${redis.port}`;

  const replica = await openReplica(store, { logger: { onError: report, onEvent: report } });

  expect((await send(replica, 'a')).body).toContain('WRONGPASS');
  expect(lines).toEqual([expect.stringMatching(/can't be used: WRONGPASS .*[^.]\. A request/)]);
  expect(lines.join()).not.toContain('wrong-password');
});
