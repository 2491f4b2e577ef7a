import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchProgram } from '../../support/listening-program.js';
import { endingWithTests, findStablePort } from '../../support/local-programs.js';
import { startRedis } from '../../support/redis.js';
import { send } from './call-sandbox.js';
import { openReplica } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

async function openRedis() {
  const own = await startRedis();
  onTestFinished(() => own.close());
  return own;
}

/** Starts a sentinel that replaces the node when it is away, and returns its port. */
async function startSentinel(node: number): Promise<number> {
  const port = await findStablePort();
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-sentinel-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'sentinel.conf');
  const lines = [
    ...['bind 127.0.0.1', `port ${port}`],
    `sentinel monitor main 127.0.0.1 ${node} 1`,
    ...['sentinel down-after-milliseconds main 1000', 'sentinel failover-timeout main 2000', ''],
  ];
  writeFileSync(file, lines.join('\n'));
  const command = endingWithTests(['redis-server', file, '--sentinel']);
  const { kill } = await launchProgram(command, { folder }, /\+monitor master main/);
  onTestFinished(kill);
  return port;
}

const readStatus = async (store: string) => (await send(await openReplica(store), 'a')).status;

test('uses a store with a user', async () => {
  const rights = ['on', '>secret', '~animal-store:*', '&*', '+@all'];
  await redis().command('ACL', 'SETUSER', 'shop', ...rights);

  expect(await readStatus(redis().takeDatabase().replace('//', '//shop:secret@'))).toBe(200);
});

test('uses a store whose user must not ask for its memory', async () => {
  const rights = ['on', '>secret', '~animal-store:*', '+@all', '-info'];
  await redis().command('ACL', 'SETUSER', 'narrow', ...rights);

  expect(await readStatus(redis().takeDatabase().replace('//', '//narrow:secret@'))).toBe(200);
});

test('uses the node and the database that sentinels name', async () => {
  const sentinel = await startSentinel(redis().port);

  expect(await readStatus(`valkey-sentinel://127.0.0.1:${sentinel}/main/9`)).toBe(200);
  expect(await redis().command('-n', '9', '--scan', '--pattern', '*{a}:log')).not.toBe('');
});

test('goes on with the replica that sentinels put in place of a node', async () => {
  const [node, replica] = [await openRedis(), await openRedis()];
  await node.command('CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
  await replica.command('REPLICAOF', '127.0.0.1', `${node.port}`);
  await expect.poll(() => replica.command('INFO', 'replication')).toContain('link_status:up');
  const sentinel = await startSentinel(node.port);
  const sandboxes = await openReplica(`valkey-sentinel://127.0.0.1:${sentinel}/main`);
  const list = async () => (await send(sandboxes, 'a')).status;
  expect(await list()).toBe(200);
  const [log = ''] = (await node.command('--scan', '--pattern', '*{a}:log')).split('\n');
  await expect.poll(() => replica.command('XLEN', log)).toBe('1');

  await node.kill();

  await expect.poll(list).toBe(200);
  expect(Number(await replica.command('XLEN', log))).toBeGreaterThan(1);
});
