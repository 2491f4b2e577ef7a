import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate, createFolder } from '../support/certificate.js';
import { type RunOptions, start, withKey } from '../support/command.js';
import { launchProgram } from '../support/listening-program.js';
import { endingWithTests, findStablePort } from '../support/local-programs.js';
import { type RedisOptions, startRedis } from '../support/redis.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

async function openRedis(options: RedisOptions) {
  const own = await startRedis(options);
  onTestFinished(() => own.close());
  return own;
}

/** Starts a sentinel that replaces the node when it is away, and returns its port. */
async function startSentinel(node: number): Promise<number> {
  const port = await findStablePort();
  const folder = createFolder();
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

/** Starts a simulator with this store, and returns the status of GET /pets. */
async function useStore(store: string, options?: RunOptions): Promise<number> {
  const { url } = await start(['--store', store], options);
  return (await fetch(`${url}/pets`, withKey)).status;
}

test('uses a store with a password over TLS', async () => {
  const tls = createCertificate(['127.0.0.1']);
  const own = await openRedis({ password: 'secret', tls });
  const authority = join(createFolder(), 'cert.pem');
  writeFileSync(authority, tls.cert);

  expect(await useStore(own.url, { environment: { NODE_EXTRA_CA_CERTS: authority } })).toBe(200);
  expect(await own.command('EXISTS', 'animal-store:2:{default}:log')).toBe('1');
});

test('refuses a store whose certificate it does not trust', async () => {
  const own = await openRedis({ tls: createCertificate(['127.0.0.1']) });

  expect(await useStore(own.url)).toBe(501);
});

test('uses a store with a user', async () => {
  await redis().command(
    'ACL',
    'SETUSER',
    'shop',
    'on',
    '>secret',
    '~animal-store:*',
    '&*',
    '+@all',
  );

  expect(await useStore(redis().takeDatabase().replace('//', '//shop:secret@'))).toBe(200);
});

test('uses the node that sentinels name', async () => {
  const { port } = redis();

  expect(await useStore(`valkey-sentinel://127.0.0.1:${await startSentinel(port)}/main/9`)).toBe(
    200,
  );
  expect(await redis().command('-n', '9', 'EXISTS', 'animal-store:2:{default}:log')).toBe('1');
});

test('goes on with the replica that sentinels put in place of a node', async () => {
  const [node, replica] = [await openRedis({}), await openRedis({})];
  await node.command('CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
  await replica.command('REPLICAOF', '127.0.0.1', `${node.port}`);
  await expect.poll(() => replica.command('INFO', 'replication')).toContain('link_status:up');
  const sentinel = await startSentinel(node.port);
  const { url } = await start(['--store', `valkey-sentinel://127.0.0.1:${sentinel}/main`]);
  const list = async () => (await fetch(`${url}/pets`, withKey)).status;
  expect(await list()).toBe(200);
  const key = 'animal-store:2:{default}:log';
  await expect.poll(() => replica.command('XLEN', key)).toBe('1');

  await node.kill();

  await expect.poll(list).toBe(200);
  expect(Number(await replica.command('XLEN', key))).toBeGreaterThan(1);
});
