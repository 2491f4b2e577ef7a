import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { createClient, testBehavioursWith } from '../../support/behaviour.js';
import { chooseSeed, createRandom } from './histories.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();
const random = createRandom(chooseSeed());

/** In the store, idle sandboxes expire, and have no limit by count. */
const impossible = new Set(['drops the longest idle sandbox first, never default']);

testBehavioursWith(async (options) => {
  const store = redis().takeDatabase();
  const replicas = await Promise.all([1, 2, 3].map(() => startSimulator({ ...options, store })));
  onTestFinished(async () => void (await Promise.all(replicas.map(({ close }) => close()))));
  return createClient(replicas[0]?.apiKey ?? '', (path, init) => {
    const replica = replicas[Math.floor(random() * replicas.length)];
    return fetch(`${replica?.origin}${path}`, init);
  });
}, impossible);

const folder = fileURLToPath(new URL('../../behaviour/', import.meta.url));

for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  // Other tests open their simulators themselves.
  if (/\.test\.ts$/.test(name) && /\bbehaviour\(/.test(readFileSync(folder + name, 'utf8'))) {
    await import(folder + name);
  }
}
