import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openServer } from '../control/open.js';
import { createCertificate, createFolder } from '../support/certificate.js';
import { noHaproxy, startHaproxy } from '../support/haproxy.js';
import { findStablePort } from '../support/local-programs.js';
import { noRedis, startRedis, startRedisCluster } from '../support/redis.js';

beforeEach(({ skip }) => skip(noRedis !== undefined, noRedis));

/** A server that ends with the test. */
async function openRedis(options?: Parameters<typeof startRedis>[0]) {
  const redis = await startRedis(options);
  onTestFinished(() => redis.close());
  return redis;
}

test('keeps what it acknowledged when it is killed', async () => {
  const redis = await openRedis({ appendOnly: true });
  await redis.command('SET', 'pet', 'Rex');

  await redis.restart();

  expect(await redis.command('GET', 'pet')).toBe('Rex');
});

test('answers nothing while it is paused', async () => {
  const redis = await openRedis();
  let answered = false;
  redis.pause();
  const answer = redis.command('PING').finally(() => {
    answered = true;
  });
  const other = await openRedis();
  await other.command('PING');
  expect(answered).toBe(false);

  redis.resume();

  expect(await answer).toBe('PONG');
});

test('refuses to write beyond its memory, and goes on to read', async () => {
  const redis = await openRedis({ maxMemory: '1kb' });

  expect(await redis.command('SET', 'pet', 'Rex')).toMatch(/^OOM /);
  expect(await redis.command('DBSIZE')).toBe('0');
});

test('asks for its password, and answers over TLS only', async () => {
  const tls = createCertificate(['127.0.0.1']);
  const redis = await openRedis({ password: 'secret', tls });

  expect(redis.url).toBe(`rediss://:secret@127.0.0.1:${redis.port}`);
  expect(await redis.command('PING')).toBe('PONG');
});

test('forms a cluster of three', async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.close());

  const [first] = cluster.nodes;
  expect(await first?.command('CLUSTER', 'INFO')).toContain('cluster_state:ok');
});

test('starts HAProxy before a simulator', async ({ skip }) => {
  skip(noHaproxy !== undefined, noHaproxy);
  const { port } = await openServer();
  const own = await findStablePort();
  const file = join(createFolder(), 'haproxy.cfg');
  const timeouts = 'timeout client 5s\ntimeout server 5s\ntimeout connect 5s';
  writeFileSync(
    file,
    `defaults\nmode http\n${timeouts}\nlisten all\nbind 127.0.0.1:\${OWN}\nserver one 127.0.0.1:${port}\n`,
  );

  const { kill } = await startHaproxy(file, { OWN: `${own}` });
  onTestFinished(kill);

  expect((await fetch(`http://127.0.0.1:${own}/health`)).status).toBe(200);
});
