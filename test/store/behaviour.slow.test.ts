import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createClient, testBehavioursIn } from '../support/behaviour.js';
import { chooseSeed, createRandom } from './histories.js';
import { openReplicas } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();
const random = createRandom(chooseSeed());

/** In the store, idle sandboxes expire, and have no limit by count. */
const impossible = new Set(['drops the longest idle sandbox first, never default']);

testBehavioursIn(
  'replicas',
  async (options) => {
    const replicas = await openReplicas({ ...options, store: redis().takeDatabase() });
    return createClient(replicas[0]?.apiKey ?? '', (path, init) => {
      const replica = replicas[Math.floor(random() * replicas.length)];
      return fetch(`${replica?.origin}${path}`, init as RequestInit);
    });
  },
  impossible,
);

for (const folder of ['document', 'api', 'bad-input']) {
  const here = new URL(`../${folder}/`, import.meta.url);
  for (const file of readdirSync(here).filter((name) => /\.test\.ts$/.test(name))) {
    await import(fileURLToPath(new URL(file, here)));
  }
}

test('every behaviour that is left out exists', () => {
  expect([...impossible]).toEqual([]);
});
