import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testControlIn } from '../control/open.js';
import { chooseSeed, createRandom } from './histories.js';
import { startBalanced } from './replicas.js';
import { useRedis } from './use-redis.js';

const redis = useRedis();
const random = createRandom(chooseSeed());

/** Each sandbox of a store has its own share of the memory, so that all simulators decide alike. */
const memory = [
  'does not count earlier texts of a changed pet as memory',
  'drops the oldest exchanges of a journal that is too large',
  'frees the memory of a journal that is cleared, reset or dropped',
  'changes nothing, and frees the memory, when a snapshot is cut off',
  'counts own pets as memory, and frees it',
  'rejects a pet beyond the memory limit',
  'dropping a sandbox frees its memory',
  'resetting a sandbox frees its memory',
  'evicting a sandbox frees its memory',
  'rejects a snapshot beyond the memory limit, and loses nothing',
  'counts seeded pets only when they are not shared',
  'counts pets that a test adds',
  'rejects more rules than all sandboxes may have together',
];
/** Every simulator has 100 event streams of its own, and sends four lists of its own. */
const ofOneProcess = [
  'refuses an event stream beyond 100, until one is closed',
  'sends at most four lists at a time, as each keeps its pets in memory',
];
/** An exchange is shared once, when it is recorded; its duration includes its delay. */
const recordedOnce = ['says when a delayed response is sent'];
/** Secrets never reach the store, so that a difference shows no more of them than that they are hidden. */
const secrets = ['hides secret fields in differences'];
/** More creations at once than one sandbox of a store does within the time limit of a request. */
const tooManyAtOnce = [
  'sends a page of pets while nobody reads the lists',
  'resumes a stream after Last-Event-ID',
  'tells a reader that does not read how many exchanges it missed',
];
const impossible = new Set([
  ...memory,
  ...ofOneProcess,
  ...recordedOnce,
  ...secrets,
  ...tooManyAtOnce,
]);

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
