import { expect, onTestFinished, test } from 'vitest';
import { type CutPoint, cutPoints, openFaultProxy } from './fault-proxy.js';
import { checkHistories, chooseSeed, createRandom } from './histories.js';
import { openReplica } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

/** Two processes with one store; the connection of the first can be cut. */
async function openPair() {
  const store = redis().takeDatabase();
  const proxy = await openFaultProxy(redis().port);
  onTestFinished(() => proxy.close());
  const cuttable = store.replace(`:${redis().port}`, `:${proxy.port}`);
  return { proxy, cut: await openReplica(cuttable), other: await openReplica(store) };
}

const append = /EVAL.*:log/is;

test('is linearizable while connections are cut again and again', async () => {
  const { proxy, cut, other } = await openPair();
  const seed = chooseSeed();
  const random = createRandom(seed);
  let cuts = 0;
  const cutNext = async () => {
    const point = cutPoints[Math.floor(random() * cutPoints.length)] as CutPoint;
    await proxy.cut(append, point, Math.floor(random() * 20));
    cuts += 1;
    void cutNext();
  };
  void cutNext();

  const answered = await checkHistories({ replicas: [cut, other], seed, histories: 150 });

  expect(cuts).toBeGreaterThan(10);
  expect(answered).toBeGreaterThan(1_700);
});
