import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { start } from '../support/command.js';
import { noRedis, startRedis } from '../support/redis.js';
import { callSandbox } from './call-sandbox.js';
import { openReplicas } from './replicas.js';

beforeEach(({ skip }) => skip(noRedis !== undefined, noRedis));

/** A store, and a simulator whose sandbox `a` has a pet. */
async function open() {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const [{ origin } = { origin: '' }] = await openReplicas({ store: redis.url, fixture: 'empty' });
  await callSandbox(origin, 'a', { type: 'create', name: 'Rex' });
  const health = async () => (await fetch(`${origin}/health/ready`)).status;
  const list = async () => {
    const response = await fetch(`${origin}/sandboxes/a/v1/pets`, {
      headers: { Authorization: 'Bearer test-key' },
    });
    return `${response.status} ${await response.text()}`;
  };
  const listRules = async () => (await fetch(`${origin}/__admin/rules?sandbox=a`)).status;
  return { redis, health, list, listRules };
}

test('refuses with the reason while a script keeps the store busy, and goes on after it', async () => {
  const { redis, health, list, listRules } = await open();
  await redis.command('CONFIG', 'SET', 'busy-reply-threshold', '1');
  const script = redis.command('EVAL', 'while true do end', '0').catch(() => {});
  await expect.poll(health).toBe(503);

  expect(await list()).toMatch(/^501 .*simulator_store_unavailable.*BUSY/);
  expect(await listRules()).toBe(503);

  await redis.command('SCRIPT', 'KILL');
  await script;
  await expect.poll(health).toBe(200);
  expect(await list()).toMatch(/^200 .*Rex/);
});

test('refuses to read from a replica, and goes on when it can write', async () => {
  const { redis, health, list, listRules } = await open();
  const other = await startRedis();
  onTestFinished(() => other.close());
  await redis.command('CONFIG', 'SET', 'replica-serve-stale-data', 'yes');
  await redis.command('REPLICAOF', '127.0.0.1', `${other.port}`);
  await expect.poll(health).toBe(503);

  expect(await list()).toMatch(/^501 .*simulator_store_unavailable.*READONLY/);
  expect(await listRules()).toBe(503);

  await redis.command('REPLICAOF', 'NO', 'ONE');
  await expect.poll(health).toBe(200);
  expect(await list()).toMatch(/^200 /);
});

test('refuses while the store loads its data, and goes on after it', async () => {
  const { redis, health, list } = await open();
  await redis.command('EVAL', "for key = 1, 400 do redis.call('SET', key, key) end", '0');
  await redis.command('SAVE');
  const slowly = ['--key-load-delay', '5000', '--loading-process-events-interval-bytes', '1024'];

  const restarted = redis.restart(...slowly);
  await expect.poll(() => redis.command('PING')).toMatch(/^LOADING/);

  expect(await list()).toMatch(/^501 .*simulator_store_unavailable/);
  expect(await health()).toBe(503);
  await restarted;
  await expect.poll(health).toBe(200);
  expect(await list()).toMatch(/^200 .*Rex/);
});

test('the command reports a wrong password without showing it', async () => {
  const redis = await startRedis({ password: 'right' });
  onTestFinished(() => redis.close());
  const store = `redis://:wrong-password@127.0.0.1:${redis.port}`;

  const { child, finished } = await start(['--store', store]);
  child.kill('SIGTERM');

  const { stderr } = await finished;
  expect(stderr).toMatch(/can't be used: WRONGPASS [^\n]*[^.]\. A request/);
  expect(stderr).not.toContain('wrong-password');
});

test('the command reports when the store goes away, and when it is back', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const { child, finished } = await start(['--store', redis.url, '--log-format', 'pretty']);
  let text = '';
  child.stderr?.on('data', (chunk) => {
    text += chunk;
  });

  redis.pause();
  await expect.poll(() => text, { timeout: 10_000 }).toContain("can't be used: ");
  redis.resume();
  await expect.poll(() => text, { timeout: 10_000 }).toContain('can be used again.');

  child.kill('SIGTERM');
  await finished;
});
