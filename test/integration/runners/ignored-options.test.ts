import { expect, test } from 'vitest';
import { describeIgnoredOptions } from '../../../src/vitest-global-setup.js';

test('names ignored options and the flags for them', () => {
  expect(describeIgnoredOptions('globalSetup', { seed: 7, pets: 100 })).toBe(
    'The options of globalSetup are ignored (seed, pets): the tests use the simulator at ' +
      'ANIMAL_STORE_URL, which is already running. Set them where it starts: ' +
      'animal-store exec --seed 7 --pets 100 -- <command>',
  );
});

test.for([
  [{ fixture: 'test/pets.json' }, '--fixture test/pets.json'],
  [{ fixture: 'my pets.json' }, '--fixture <name|file>'],
  [{ clock: new Date('2030-12-05') }, '--clock 2030-12-05T00:00:00.000Z'],
  [{ choose: { 'list-order': 'shuffled' } }, '--choose <point=choice>'],
  [{ adminToken: 'secret' }, '--admin-token <token>'],
] as const)('shows %j as a flag without secrets', ([options, flag]) => {
  expect(describeIgnoredOptions('globalSetup', options)).toMatch(
    `animal-store exec ${flag} -- <command>`,
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
