import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SimulatorOptions } from '../../src/index.js';
import { start } from '../support/command.js';
import { noRedis, type RedisOptions, startRedis } from '../support/redis.js';
import { callSandbox } from './call-sandbox.js';
import { checkHistories, chooseSeed, createRecorder, expectLinearizable } from './histories.js';
import { openReplicas } from './replicas.js';

beforeEach(({ skip }) => skip(noRedis !== undefined, noRedis));

async function openRedis(options?: RedisOptions) {
  const redis = await startRedis(options);
  onTestFinished(() => redis.close());
  return redis;
}

async function openOrigins(store: string, options?: SimulatorOptions): Promise<string[]> {
  const replicas = await openReplicas({ store, fixture: 'empty', ...options });
  return replicas.map(({ origin }) => origin);
}

async function statusOf(origin: string, path: string): Promise<number> {
  return (await fetch(`${origin}${path}`)).status;
}

/** Waits until all simulators say that they are ready, or that they are not. */
async function expectReadiness(origins: readonly string[], status: 200 | 503): Promise<void> {
  for (const origin of origins) {
    await expect.poll(() => statusOf(origin, '/health/ready')).toBe(status);
  }
}

/** The service has recovered: nearly all calls are answered, and the answers are linearizable. */
async function expectRecovery(origins: readonly string[]): Promise<void> {
  await expectReadiness(origins, 200);
  const answered = await checkHistories({ origins, seed: chooseSeed(), histories: 30 });
  expect(answered).toBeGreaterThan(340);
}

test('loses and doubles nothing when a simulator is killed', async () => {
  const { url: store } = await openRedis();
  const flags = ['--store', store, '--fixture', 'empty'];
  const started = await Promise.all([start(flags), start(flags), start(flags)]);
  const origins = started.map(({ url }) => new URL(url).origin);
  const onHistory = (done: number) => done === 50 && started[0].child.kill('SIGKILL');

  const answered = await checkHistories({
    origins,
    seed: chooseSeed(),
    histories: 150,
    onHistory,
  });

  expect(started[0].child.killed).toBe(true);
  expect(answered).toBeLessThan(150 * 12);
  await expectRecovery(origins.slice(1));
});

test('refuses while the store is paused, and goes on when it is back', async () => {
  const redis = await openRedis();
  const origins = await openOrigins(redis.url);
  const [one = '', two = ''] = origins;
  await expectReadiness(origins, 200);
  const sandbox = createRecorder('a');
  await sandbox.call(one, { type: 'create', name: 'Rex' });

  redis.pause();
  const answers = [
    await sandbox.call(one, { type: 'create', name: 'Tom' }),
    await sandbox.call(two, { type: 'list' }),
    await sandbox.call(two, { type: 'list-rules' }),
  ];
  await expectReadiness(origins, 503);

  expect(answers).toEqual([undefined, undefined, undefined]);
  const refusal = { code: 'simulator_store_unavailable' };
  const headers = { Authorization: 'Bearer test-key' };
  const refused = await fetch(`${one}/v1/pets`, { headers });
  expect([refused.status, await refused.json()]).toMatchObject([501, refusal]);
  const refusedAdmin = await fetch(`${two}/__admin/rules`);
  expect([refusedAdmin.status, await refusedAdmin.json()]).toMatchObject([503, refusal]);
  expect(await statusOf(one, '/health/live')).toBe(200);
  redis.resume();
  await expectReadiness(origins, 200);
  for (const origin of origins) {
    expect(await sandbox.call(origin, { type: 'create', name: 'Max' })).toBeDefined();
    expect(await sandbox.call(origin, { type: 'list' })).toBeDefined();
  }
  expectLinearizable(sandbox.history, 0);
});

/**
 * How long something takes, in ticks of 50 milliseconds: on a busy machine the simulators, which run in this
 * process, are late, and so are the ticks.
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

test('refuses within 2.5 seconds when the store is paused, and then at once', async () => {
  const redis = await openRedis();
  const origins = await openOrigins(redis.url);
  await expectReadiness(origins, 200);
  const list = (origin: string) => countTicks(callSandbox(origin, 'a', { type: 'list' }));

  redis.pause();
  const first = await Promise.all(origins.map(list));
  const next = await Promise.all(origins.map(list));

  expect(Math.max(...first)).toBeLessThanOrEqual(50);
  expect(Math.max(...next)).toBeLessThanOrEqual(5);
});

test('loses and doubles nothing when the store is killed and started again', async () => {
  const redis = await openRedis({ appendOnly: true });
  const origins = await openOrigins(redis.url);
  let restarted: Promise<void> | undefined;
  const onHistory = (done: number) => {
    restarted ??= done === 50 ? redis.restart() : undefined;
  };

  await checkHistories({ origins, seed: chooseSeed(), histories: 150, onHistory });

  await restarted;
  await expectRecovery(origins);
});

test('keeps what it acknowledged when the store is full', async () => {
  const redis = await openRedis({ maxMemory: '8mb' });
  const origins = await openOrigins(redis.url);
  const [one = '', two = ''] = origins;
  const name = 'x'.repeat(100_000);
  const create = (sandbox: string, origin = one) =>
    callSandbox(origin, sandbox, { type: 'create', name });
  await create('ballast');
  await create('ballast');
  const created: (string | undefined)[] = [];
  let refused: string | undefined;
  while (refused === undefined) {
    const answer = await create('a', created.length % 2 === 0 ? one : two);
    if (answer?.startsWith('201 ')) {
      created.push(answer.slice(4));
    } else {
      refused = answer ?? 'no answer';
    }
  }

  expect(refused).toMatch(/^501 .*simulator_full/);
  expect(await callSandbox(two, 'ballast', { type: 'drop' })).toBe('204');
  expect(await callSandbox(two, 'a', { type: 'list' })).toBe(`200 [${created.join()}]`);
});

test('catches up when the log was trimmed meanwhile', async () => {
  const redis = await openRedis();
  const origins = await openOrigins(redis.url, { maxJournal: 10 });
  const [slow = '', busy = ''] = origins;
  await callSandbox(slow, 'a', { type: 'create', name: 'Rex' });

  for (let pet = 2; pet <= 3_000; pet += 1) {
    await callSandbox(busy, 'a', { type: 'create', name: 'Tom' });
  }

  const created = await callSandbox(slow, 'a', { type: 'create', name: 'Max' });
  expect(created).toBe('201 {"id":3001,"name":"Max","categoryId":1}');
  const [log = ''] = (await redis.command('--scan', '--pattern', '*:log')).split('\n');
  expect(Number(await redis.command('XLEN', log))).toBeLessThan(3_000);
});

test('goes on when the store forgets its scripts', async () => {
  const redis = await openRedis();
  const origins = await openOrigins(redis.url);
  await expectRecovery(origins);

  await redis.command('SCRIPT', 'FLUSH');

  await expectRecovery(origins);
});

test('starts over when the store lost everything', async () => {
  const redis = await openRedis();
  const origins = await openOrigins(redis.url);
  for (const origin of origins) {
    await callSandbox(origin, 'a', { type: 'create', name: 'Rex' });
  }

  await redis.command('FLUSHALL');

  const answers = await Promise.all(
    origins.map((origin) => callSandbox(origin, 'a', { type: 'list' })),
  );
  expect(answers).toEqual(['200 []', '200 []', '200 []']);
});
