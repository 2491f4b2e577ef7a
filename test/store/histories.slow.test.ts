import { expect, onTestFinished, test } from 'vitest';
import { openServer } from '../control/open.js';
import { startRedisCluster } from '../support/redis.js';
import { checkHistories, chooseSeed } from './histories.js';
import { openReplicas } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

const openEmpty = () => openServer({ fixture: 'empty' });
const openOrigins = async (store: string) =>
  (await openReplicas({ store, fixture: 'empty' })).map(({ origin }) => origin);

test('one simulator without a store is linearizable', async () => {
  const { origin } = await openEmpty();

  const answered = await checkHistories({ origins: [origin], seed: chooseSeed(), histories: 100 });

  expect(answered).toBe(1_200);
});

test('three simulators without a store are not', async () => {
  const servers = await Promise.all([openEmpty(), openEmpty(), openEmpty()]);
  const origins = servers.map(({ origin }) => origin);

  const checked = checkHistories({ origins, seed: chooseSeed(), histories: 20 });

  await expect(checked).rejects.toThrow('No order of the calls explains their answers');
});

test('three simulators with one store are linearizable', async () => {
  const origins = await openOrigins(redis().takeDatabase());

  const answered = await checkHistories({ origins, seed: chooseSeed(), histories: 1_000 });

  expect(answered).toBeGreaterThan(11_900);
});

test('three simulators are linearizable when all clients use one sandbox', async () => {
  const origins = await openOrigins(redis().takeDatabase());
  const contended = { clients: 10, callsPerClient: 4 };

  const answered = await checkHistories({
    origins,
    seed: chooseSeed(),
    histories: 50,
    ...contended,
  });

  expect(answered).toBeGreaterThan(1_900);
});

test('three simulators with a cluster are linearizable', async () => {
  const cluster = await startRedisCluster();
  onTestFinished(() => cluster.close());
  const origins = await openOrigins(cluster.url);

  const answered = await checkHistories({ origins, seed: chooseSeed(), histories: 100 });

  expect(answered).toBeGreaterThan(1_150);
});
