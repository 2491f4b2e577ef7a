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
  cutPoints.map((point): [call: Call, point: CutPoint] => [call, point]),
);

test.for(cuts)('answers $type once when the connection is cut %s', async ([call, point]) => {
  const { proxy, cut, other } = await openPair();
  for (const existing of [true, false]) {
    const sandbox = createRecorder(existing ? 'existing' : 'new');
    for (const earlier of existing ? prelude : []) {
      await sandbox.call(cut, earlier);
    }

    const done = proxy.cut(script, point);
    const answer = await sandbox.call(cut, call);
    await done;

    expect(answer).toBeDefined();
    for (const origin of [other, cut]) {
      for (const read of reads) {
        expect(await sandbox.call(origin, read)).toBeDefined();
      }
    }
    expectLinearizable(sandbox.history, 0);
  }
});

test('is linearizable while connections are cut at random', async () => {
  const { proxy, cut, other } = await openPair();
  const seed = chooseSeed();
  const random = createRandom(seed);
  let running = true;
  const cutting = (async () => {
    while (running) {
      const point = cutPoints[Math.floor(random() * cutPoints.length)] as CutPoint;
      await proxy.cut(/^EVAL|^PING/i, point);
    }
  })();

  const answered = await checkHistories({ origins: [cut, other], seed, histories: 200 });
  running = false;
  await cutting;

  // Nothing but a request that was cut has no answer.
  expect(answered).toBeGreaterThan(2_000);
});
