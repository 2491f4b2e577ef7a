import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { noRedis, startRedis } from '../../support/redis.js';
import { start } from '../../support/simulator.js';

beforeEach(({ skip }) => skip(noRedis !== undefined, noRedis));

test('is live but not ready while the store is away', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.close());
  const { origin } = await start({ store: redis.url });
  const check = async (path: string) => {
    const response = await fetch(`${origin}/health/${path}`);
    return [response.status, (await response.json()).status];
  };
  await expect.poll(() => check('ready')).toEqual([200, 'ready']);

  redis.pause();
  await expect.poll(() => check('ready')).toEqual([503, 'store-unavailable']);
  expect(await check('live')).toEqual([200, 'live']);

  redis.resume();
  await expect.poll(() => check('ready')).toEqual([200, 'ready']);
});
