import { expect, test } from 'vitest';
import { describeIgnoredOptions } from '../../../src/vitest-global-setup.js';

test('names ignored options and the flags for them', () => {
  expect(describeIgnoredOptions('globalSetup', { seed: 7, pets: 100 })).toBe(
    'The options of globalSetup are ignored (seed, pets): the tests use the simulator at ' +
      'ANIMAL_STORE_URL, which is already running. Set them where it starts: ' +
      'animal-store exec --seed <number> --pets <count> -- <command>',
  );
});

test.for([{}, { seed: undefined }])('returns nothing for %j', (options) => {
  expect(describeIgnoredOptions('globalSetup', options as object)).toBeUndefined();
});

test('rejects an unknown option', () => {
  expect(() => describeIgnoredOptions('globalSetup', { sed: 7 } as object)).toThrow(
    'The option sed',
  );
});
