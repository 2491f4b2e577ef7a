import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { type CutPoint, cutPoints, openFaultProxy } from './fault-proxy.js';
import {
  checkHistories,
  chooseSeed,
  createRandom,
  createRecorder,
  expectLinearizable,
} from './histories.js';
import type { Call } from './sandbox-model.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();

async function openSimulator(store: string) {
  const simulator = await startSimulator({ store, fixture: 'empty' });
  onTestFinished(() => simulator.close());
  return simulator.origin;
}

/** Two simulators with one store; the connection of the first can be cut. */
async function openPair() {
  const store = redis().takeDatabase();
  const proxy = await openFaultProxy(redis().port);
  onTestFinished(() => proxy.close());
  const cuttable = store.replace(`:${redis().port}`, `:${proxy.port}`);
  return { proxy, cut: await openSimulator(cuttable), other: await openSimulator(store) };
}

const script = /^EVAL/i;

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
  { type: 'list' },
  { type: 'add-rule', operation: 'createPet', times: 1 },
  { type: 'list-rules' },
  { type: 'remove-rules' },
  { type: 'count-requests' },
  { type: 'reset' },
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

    const done = proxy.cut(script, point);
    const answer = await sandbox.call(cut, call);
    await done;

    // Neither is sent twice: others may have dropped or created the sandbox meanwhile.
    const isOnce = call.type === 'drop' || !existing;
    expect(answer !== undefined || isOnce).toBe(true);
    for (const origin of [other, cut]) {
      for (const read of reads) {
        expect(await sandbox.call(origin, read)).toBeDefined();
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
    await proxy.cut(script, point, Math.floor(random() * 60));
    cuts += 1;
    void cutNext();
  };
  void cutNext();

  const answered = await checkHistories({ origins: [cut, other], seed, histories: 150 });

  expect(cuts).toBeGreaterThan(10);
  // Without an answer are a few that drop or create the sandbox, and what was cut twice.
  expect(answered).toBeGreaterThan(1_600);
});
