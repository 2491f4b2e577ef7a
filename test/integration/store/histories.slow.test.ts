import { expect, test } from 'vitest';
import { checkHistories, chooseSeed } from './histories.js';
import { openReplicas } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

test('three processes with one store are linearizable', async () => {
  const replicas = await openReplicas(redis().takeDatabase());

  const answered = await checkHistories({ replicas, seed: chooseSeed(), histories: 500 });

  expect(answered).toBeGreaterThan(5_950);
});

test('three processes are linearizable when all clients use one sandbox', async () => {
  const replicas = await openReplicas(redis().takeDatabase());
  const contended = { clients: 10, callsPerClient: 4 };

  const answered = await checkHistories({
    replicas,
    seed: chooseSeed(),
    histories: 50,
    ...contended,
  });

  expect(answered).toBeGreaterThan(1_900);
});
