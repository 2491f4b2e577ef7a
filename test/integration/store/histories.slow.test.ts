import { expect, test } from 'vitest';
import { anyPlan, checkHistories } from './histories.js';
import { openReplicas } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

test.for([
  { clients: 4, callsPerClient: 3, histories: 500, least: 5_950 },
  { clients: 10, callsPerClient: 4, histories: 50, least: 1_900 },
])(
  'three processes with one store and $clients clients of a sandbox are linearizable',
  async ({ clients, callsPerClient, histories, least }) => {
    const replicas = await openReplicas(redis().takeDatabase());

    const answered = await checkHistories(replicas, histories, anyPlan(clients, callsPerClient));

    expect(answered).toBeGreaterThan(least);
  },
);
