import { expect, test } from 'vitest';
import { ignoredOptions } from '../../src/runners/vitest-global-setup.js';

test('options that have no effect are named, with the flags by which they have one', () => {
  expect(ignoredOptions('globalSetup', { seed: 7, pets: 100 })).toBe(
    'The options of globalSetup have no effect (seed, pets): ANIMAL_STORE_URL names a simulator that ' +
      'runs already, and the tests use that one. Say them where it is started: ' +
      'animal-store exec --seed 7 --pets 100 -- <command>',
  );
});

test.for([
  [{ fixture: 'test/pets.json' }, '--fixture test/pets.json'],
  [{ fixture: 'my pets.json' }, '--fixture <name|file>'],
  [{ clock: new Date('2030-12-05') }, '--clock 2030-12-05T00:00:00.000Z'],
  [{ choose: { 'list-order': 'shuffled' } }, '--choose <point=choice>'],
  [{ adminToken: 'secret' }, '--admin-token <token>'],
] as const)('%j is said as a flag, but for what is secret or no plain word', ([options, flag]) => {
  expect(ignoredOptions('globalSetup', options)).toMatch(`animal-store exec ${flag} -- <command>`);
});

test.for([{}, { seed: undefined }])('%j says nothing, so nothing is to be told', (options) => {
  expect(ignoredOptions('globalSetup', options as object)).toBeUndefined();
});

test('an option that no simulator has is an error here, too', () => {
  expect(() => ignoredOptions('globalSetup', { sed: 7 } as object)).toThrow('The option sed');
});
