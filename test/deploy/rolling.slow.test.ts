import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noHaproxy } from '../support/haproxy.js';
import { startLoad } from './load.js';
import { deploy } from './replicas.js';

beforeEach(({ skip }) => skip(noHaproxy !== undefined, noHaproxy));

const sandboxes = ['checkout', 'search', 'orders', 'profile'];

test('fails no request while all replicas are replaced', async () => {
  const { origin, replicas } = await deploy(['--shutdown-delay', '2500']);
  const load = startLoad(origin, sandboxes);
  onTestFinished(load.stop);

  for (const replica of replicas) {
    const before = load.answered;
    await expect.poll(() => load.answered).toBeGreaterThan(before + 100);
    replica.current.child.kill('SIGTERM');
    expect((await replica.current.finished).code).toBe(0);
    await replica.start();
  }
  await load.stop();

  expect(load.failures).toEqual([]);
});
