import { expect, test } from 'vitest';
import { createSeededList } from '../../../src/engine/pets.js';
import type { SandboxStart } from '../../../src/engine/sandbox.js';
import type { SandboxesSettings } from '../../../src/engine/sandboxes.js';
import { createFingerprint } from '../../../src/store/store-sandboxes.js';
import { createStart, settings } from '../../integration/store/replicas.js';

const start = createStart([{ name: 'Seeded', categoryId: 1n }], 'seeded');

const find = (own: Partial<SandboxesSettings>, version = '1', from: Partial<SandboxStart> = {}) =>
  createFingerprint({
    start: { ...start, ...from },
    settings: { errors: {}, ...settings, ...own },
    version,
    ttl: 1,
    logger: { onError() {}, onEvent() {} },
  });

/** Other values, and whether a process that has one answers otherwise. */
const others: { [N in keyof Required<SandboxesSettings>]: [SandboxesSettings[N], boolean] } = {
  corsOrigin: ['*', true],
  corsCredentials: [true, true],
  deprecatedSince: [new Date(0), true],
  errors: [{ not_found: { status: 410, body: {} } }, true],
  accepts: [['number-as-name'], true],
  extraFields: [{ ownerId: 2n ** 60n }, true],
  maxPetMemory: [1, true],
  maxJournal: [1, true],
  maxJournalSize: [1, false],
  maxSandboxes: [2, false],
  apiKey: [['other'], false],
};

test.for(Object.entries(others))('%s decides who shares sandboxes', ([name, [value, counts]]) => {
  expect(find({ [name]: value }) !== find({})).toBe(counts);
});

const starts: { [N in keyof Required<SandboxStart>]: [SandboxStart[N], boolean] } = {
  seed: [2, true],
  clock: [{ mode: 'frozen', at: 0 }, true],
  settings: [{ ...start.settings, delay: { from: 1, to: 1 } }, true],
  seeded: [createSeededList([], 'sequential'), true],
  // Only the pets count.
  seededKey: ['other', false],
};

test.for(Object.entries(starts))('so does the start: %s', ([name, [value, counts]]) => {
  expect(find({}, '1', { [name]: value }) !== find({})).toBe(counts);
});

test('so does the version', () => {
  expect(find({}, '2')).not.toBe(find({}));
});
