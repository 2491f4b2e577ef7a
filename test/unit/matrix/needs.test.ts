import { expect, test } from 'vitest';
import {
  type Requirement,
  requireCreated,
  requireNotFound,
  requirePage,
} from '../../../src/document/requirements.js';
import { deriveNeeds, formatNeeds } from '../../../src/matrix/needs.js';

const list = requirePage({});
const create = requireCreated({});
const missing = requireNotFound;

type Reads = (left: (aspect: string) => boolean) => boolean;

/** Derives the needs of tests, each of which passes if a function of the aspects that are left says so. */
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
      const results = Object.entries(tests).map(([test, [, reads]]): [string, boolean] => {
        const omitted = omit(test);
        return [test, reads((aspect) => !omitted.includes(aspect))];
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
  expect(of('one')).toEqual(['Pet.name', 'Pet.page']);
  expect(runs).toEqual([
    'Pet.id',
    'Pet.name',
    'Pet.categoryId',
    'Pet.status',
    'all that is not needed',
  ]);
});

test('each test has its own needs', async () => {
  const { of } = await derive({
    names: [[list], (left) => left('Pet.name') && left('Pet.page')],
    adds: [[create], () => true],
  });
  expect(of('names')).toEqual(['Pet.name', 'Pet.page']);
  expect(of('adds')).toEqual([]);
});

test('a test that did not use a field has no need of it, whatever else fails', async () => {
  const { of } = await derive({
    names: [[list], (left) => left('Pet.name')],
    errors: [[missing], (left) => left('Error.body')],
  });
  expect(of('errors')).toEqual(['Error.body']);
});

test('a test whose runner does not tell its result has the needs of the command', async () => {
  const { of } = await derive(
    { one: [[create], (left) => left('Pet.id')], other: [[list], () => true] },
    false,
  );
  expect(of('other')).toEqual(['Pet.id', 'Pet.page']);
});

test('who reads one field in place of another needs all', async () => {
  const { of } = await derive({
    one: [[missing], (left) => left('Error.code') || left('Error.message')],
  });
  expect(of('one')).toEqual([
    'Error.body',
    'Error.httpStatus',
    'Error.code',
    'Error.message',
    'Error.status',
  ]);
});

test('tries no field of errors whose body nobody needs', async () => {
  const { runs, of } = await derive({ one: [[missing], () => true] });
  expect(runs).toEqual(['Error.body', 'Error.httpStatus', 'all that is not needed']);
  expect(of('one')).toEqual([]);
});

test.each([true, false])('runs the command 11 times at most; by test: %s', async (isByTest) => {
  const all: Reads = (left) => left('Error.body') && left('Error.code');
  const { runs } = await derive({ one: [[list, create, missing], all] }, isByTest);
  expect(runs).toHaveLength(11);
});

test('does not leave out again the only part that is not needed', async () => {
  const needed = ['Pet.id', 'Pet.categoryId', 'Pet.status', 'Pet.httpStatus'];
  const { runs } = await derive({ one: [[create], (left) => needed.every(left)] });
  expect(runs.at(-1)).toBe('Pet.httpStatus');
});

test('prints the fields as --needs takes them, and what was tried', async () => {
  const derived = await derive({ one: [[list, missing], (left) => left('Pet.name')] });
  expect(formatNeeds(derived)).toBe(
    `Pet=name  Error= (no fields)
By test:
  one: Pet.name
Tried without: Error.body, Pet.id, Pet.name, Pet.categoryId, Pet.status, Pet.page, Error.httpStatus
Not needed: Error.body, Pet.id, Pet.categoryId, Pet.status, Pet.page, Error.httpStatus
`,
  );
});
