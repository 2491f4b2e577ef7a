import { expect, test } from 'vitest';
import { responseFields } from '../../../src/document/pet.js';
import {
  type Requirement,
  requireCreated,
  requireNotFound,
  requirePage,
} from '../../../src/document/requirements.js';
import { deriveNeeds, formatDerived } from '../../../src/matrix/needs.js';

const list = requirePage({});
const create = requireCreated({});
const missing = requireNotFound;

const petFields = responseFields.Pet;

/** Whether a test passes; `left` tells whether a response has a part, or whether all do. */
type Reads = (left: (part: string, requirement?: Requirement) => boolean) => boolean;

/** Derives the needs of tests, each of which passes if a function of the parts that are left says so. */
async function derive(
  tests: Readonly<Record<string, readonly [Requirement[], Reads]>>,
  isByTest = true,
) {
  const runs: string[] = [];
  const names = Object.keys(tests);
  const known = new Set(isByTest ? names : []);
  const derived = await deriveNeeds(
    async (name, omit) => {
      runs.push(name);
      const results = Object.entries(tests).map(([test, [all, reads]]): [string, boolean] => {
        const isLeft = (part: string, one: Requirement) => !omit(test, one).includes(part);
        return [
          test,
          reads((part, one) => (one ? [one] : all).every((each) => isLeft(part, each))),
        ];
      });
      const passed = results.filter(([, one]) => one).map(([test]) => test);
      return { passed: passed.length === names.length, passedTests: new Set(passed) };
    },
    Object.entries(tests).flatMap(([test, [all]]) =>
      all.map((requirement) => ({ requirement, test })),
    ),
    known,
    4,
  );
  return { ...derived, runs };
}

test('a command needs what it fails without', async () => {
  const { of, runs } = await derive({ one: [[list], (left) => left('Pet.name')] }, false);
  expect(of('one', list)).toEqual(['Pet.page', 'Pet.name']);
  const tried = [...petFields, 'all that is not needed'];
  expect(runs).toEqual(tried.map((what) => `${what} of listPets.200`));
});

test('each test has its own needs', async () => {
  const { of } = await derive({
    names: [[list], (left) => left('Pet.name') && left('Pet.page')],
    adds: [[create], () => true],
  });
  expect(of('names', list)).toEqual(['Pet.name', 'Pet.page']);
  expect(of('adds', create)).toEqual([]);
});

test('a test that did not use a field has no need of it, whatever else fails', async () => {
  const { of } = await derive({
    names: [[list], (left) => left('Pet.name')],
    errors: [[missing], (left) => left('Error.body')],
  });
  expect(of('errors', missing)).toEqual(['Error.body']);
});

test('a test whose runner does not tell its result has the needs of the command', async () => {
  const { of } = await derive(
    { one: [[create], (left) => left('Pet.id')], other: [[list], () => true] },
    false,
  );
  expect(of('one', create)).toEqual(['Pet.id']);
  expect(of('other', list)).toEqual(['Pet.page']);
});

test('tries no field of errors whose body nobody needs', async () => {
  const { runs, of } = await derive({ one: [[missing], () => true] });
  const tried = ['body', 'httpStatus', 'all that is not needed'];
  expect(runs).toEqual(tried.map((what) => `${what} of getPet.404`));
  expect(of('one', missing)).toEqual([]);
});

test.each([true, false])(
  'runs the command once without each part; by test: %s',
  async (isByTest) => {
    const all: Reads = (left) => left('Error.body') && left('Error.code');
    const { runs } = await derive({ one: [[list, missing], all] }, isByTest);
    const ofPets = [...petFields, ...(isByTest ? ['page'] : [])];
    const ofErrors = ['body', 'code', 'httpStatus', 'message', 'status'];
    expect(runs.filter((name) => !name.startsWith('all')).sort()).toEqual(
      [
        ...ofPets.map((word) => `${word} of listPets.200`),
        ...ofErrors.map((word) => `${word} of getPet.404`),
      ].sort(),
    );
  },
);

test('does not leave out again the only part that is not needed', async () => {
  const others = petFields.filter((field) => field !== 'name').map((field) => `Pet.${field}`);
  const needed = [...others, 'Pet.httpStatus'];
  const { runs } = await derive({ one: [[create], (left) => needed.every((part) => left(part))] });
  expect(runs.at(-1)).toBe('httpStatus of createPet.201');
});

test('a part counts for the responses in which it is missed', async () => {
  const needs = (left: (part: string, requirement?: Requirement) => boolean) =>
    left('Pet.name', list) && left('Pet.id', create) && left('Pet.id', list) && left('Error.body');
  const { of, runs } = await derive({ one: [[list, create, missing], needs] }, false);

  expect(of('one', list)).toEqual(['Pet.page', 'Pet.id', 'Pet.name']);
  expect(of('one', create)).toEqual(['Pet.id']);
  expect(of('one', missing)).toEqual(['Error.body']);
  expect(runs.filter((name) => name.startsWith('name of '))).toHaveLength(2);
});

test('a response that needs one field in place of another leaves the needs of others alone', async () => {
  const reads: Reads = (left) =>
    left('Pet.name', create) && (left('Error.code', missing) || left('Error.message', missing));
  const { of } = await derive({ one: [[create, missing], reads] }, false);
  expect(of('one', create)).toEqual(['Pet.name']);
  expect(of('one', missing)).toHaveLength(5);
});

test('who compares a field of two responses needs both', async () => {
  const { of } = await derive({
    one: [[list, create], (left) => left('Pet.name', list) === left('Pet.name', create)],
  });
  expect([of('one', list), of('one', create)]).toEqual([['Pet.name'], ['Pet.name']]);
});

test('who reads a field of one response in place of that of another needs all of both', async () => {
  const { of } = await derive({
    one: [[list, create], (left) => left('Pet.name', list) || left('Pet.name', create)],
  });
  const whole = petFields.length + 1;
  expect([of('one', list)?.length, of('one', create)?.length]).toEqual([whole, whole]);
});

test('prints the needs as --needs takes them', async () => {
  const derived = await derive({
    one: [[list, missing], (left) => left('Pet.name')],
    other: [[create], (left) => left('Pet.httpStatus')],
  });
  expect(formatDerived(derived)).toBe('--needs Pet=name,Error=\n');
});
