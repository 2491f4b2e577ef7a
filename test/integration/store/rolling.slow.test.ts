import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noHaproxy } from '../../support/haproxy.js';
import { noRedis, startRedis } from '../../support/redis.js';
import { deploy } from './deployment.js';
import { startLoad } from './load.js';

const missing = noRedis ?? noHaproxy;
beforeEach(({ skip }) => skip(missing !== undefined, missing));

const sandboxes = ['checkout', 'search', 'orders', 'profile'];
const firstNewId = 51;

/** The pets that a sandbox has beside the seeded ones, and how many requests it recorded. */
async function readSandbox(origin: string, name: string) {
  const read = async (path: string) =>
    (await fetch(`${origin}/sandboxes/${name}/__admin/${path}`)).json();
  const [{ pets }, { total }] = await Promise.all([read('pets'), read('requests')]);
  const ids = pets.map(({ id }: { id: string }) => Number(id));
  return { total, ids: ids.filter((id: number) => id >= firstNewId).sort() };
}

test('fails no request and loses nothing while all replicas are replaced', async () => {
  const redis = await startRedis({ appendOnly: true });
  onTestFinished(() => redis.close());
  const { origin, replicas } = await deploy(['--store', redis.url, '--shutdown-delay', '2500']);
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
  for (const [name, ids] of load.created) {
    expect(await readSandbox(origin, name)).toEqual({
      // Each was created once, and read once.
      total: 2 * ids.length,
      ids: ids.map(Number).sort(),
    });
  }
});
