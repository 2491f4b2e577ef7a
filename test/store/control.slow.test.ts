import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testControlIn } from '../control/open.js';
import { chooseSeed, createRandom } from './histories.js';
import { startBalanced } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();
const random = createRandom(chooseSeed());

/** What three simulators with a store cannot do as one without does. */
const impossible = new Set<string>();

testControlIn(
  'replicas',
  (options) => startBalanced({ ...options, store: redis().takeDatabase() }, random),
  impossible,
);

const here = new URL('../control/', import.meta.url);
for (const file of readdirSync(here).filter((name) => /^[a-z-]+\.test\.ts$/.test(name))) {
  await import(fileURLToPath(new URL(file, here)));
}

test('every behaviour that is left out exists', () => {
  expect([...impossible]).toEqual([]);
});
