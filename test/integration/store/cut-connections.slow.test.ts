import { expect, onTestFinished, test } from 'vitest';
import { type CutPoint, cutPoints, openFaultProxy } from './fault-proxy.js';
import {
  checkHistories,
  chooseSeed,
  createRandom,
  createRecorder,
  expectLinearizable,
} from './histories.js';
import { openReplica } from './replicas.js';
import type { Call } from './sandbox-model.js';
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

const prelude: readonly Call[] = [
  { type: 'create', name: 'Rex' },
  { type: 'add-rule', operation: 'getPet', times: 1 },
];
const reads: readonly Call[] = [
  { type: 'list' },
  { type: 'list-rules' },
  { type: 'count-requests' },
  { type: 'create', name: 'Last' },
];

const interrupted: readonly Call[] = [
  { type: 'create', name: 'Tom' },
  { type: 'get', id: 1 },
  { type: 'add-rule', operation: 'createPet', times: 1 },
  { type: 'list-rules' },
  { type: 'drop' },
];

const cuts = interrupted.flatMap((call) =>
  cutPoints.map((point): [name: string, point: CutPoint, call: Call] => [call.type, point, call]),
);

test.for(cuts)('does %s once when the connection is cut %s', async ([, point, call]) => {
  const { proxy, cut, other } = await openPair();
  for (const existing of [true, false]) {
    const sandbox = createRecorder(existing ? 'existing' : 'new');
    for (const earlier of existing ? prelude : []) {
      await sandbox.call(cut, earlier);
    }

    const done = proxy.cut(append, point);
    const answer = await sandbox.call(cut, call);
    await done;

    // It is sent again, and applies once.
    expect(answer).toBeDefined();
    for (const replica of [other, cut]) {
      for (const read of reads) {
        expect(await sandbox.call(replica, read)).toBeDefined();
      }
    }
    expectLinearizable(sandbox.history, 0);
  }
});

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
