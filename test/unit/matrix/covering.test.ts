import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPointNames, resolveChoices } from '../../../src/document/open-points.js';
import {
  type Combination,
  coverPairs,
  type Factors,
  planCombinations,
  planProfiles,
} from '../../../src/matrix/plan.js';

const factors: fc.Arbitrary<Factors> = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 7 })
  .map((sizes) =>
    Object.fromEntries(
      sizes.map((size, index) => [
        `factor${index}`,
        Array.from({ length: size }, (_, value) => `value${value}`),
      ]),
    ),
  );

/** Factors, and some existing combinations. */
const started = factors.chain((of) => {
  const one = fc.record(
    Object.fromEntries(
      Object.entries(of).map(([name, legal]) => [name, fc.constantFrom(...legal)]),
    ),
  );
  return fc.record({ of: fc.constant(of), already: fc.array(one, { maxLength: 4 }) });
});

/** Every pair of values, computed naively. */
function pairsOf(of: Factors): string[] {
  const values = Object.entries(of).flatMap(([name, legal]) => legal.map((text) => [name, text]));
  return values.flatMap(([name, text]) =>
    values
      .filter(([other = '']) => (name as string) < other)
      .map(([other, otherText]) => `${name}=${text} ${other}=${otherText}`),
  );
}

const pairsIn = (combination: Combination) =>
  pairsOf(Object.fromEntries(Object.entries(combination).map(([name, text]) => [name, [text]])));

test('covers every pair of values, with the existing combinations', () => {
  fc.assert(
    fc.property(started, ({ of, already }) => {
      const found = new Set([...already, ...coverPairs(of, already)].flatMap(pairsIn));

      expect([...found].sort()).toEqual(pairsOf(of).sort());
    }),
  );
});

test('covers the values of a single factor', () => {
  expect(coverPairs({ one: ['a', 'b'] }, [{ one: 'a' }])).toEqual([{ one: 'b' }]);
});

test('adds no combination without a new pair', () => {
  fc.assert(
    fc.property(started, ({ of, already }) => {
      const covered = new Set(already.flatMap(pairsIn));
      for (const combination of coverPairs(of, already)) {
        const pairs = pairsIn(combination);
        expect(pairs.some((pair) => !covered.has(pair))).toBe(true);
        for (const pair of pairs) {
          covered.add(pair);
        }
      }
    }),
  );
});

test('plans the profiles first, and at most 22 runs for all points', () => {
  const profiles = planProfiles({});
  const combinations = planCombinations(openPointNames, resolveChoices('default'), profiles);

  expect(profiles.map(({ name }) => name)).toEqual([
    'profile default',
    'profile strict',
    'profile lenient',
    'profile hostile',
  ]);
  expect(profiles.length + combinations.length).toBeLessThanOrEqual(22);
});

test('counts combinations on, and varies no other point', () => {
  const profiles = planProfiles({});
  const baseline = resolveChoices('default');
  const first = planCombinations(['list-order', 'id-scheme'], baseline, profiles);
  const second = planCombinations(['list-order', 'error-codes'], baseline, [...profiles, ...first]);

  const last = first.length + second.length;
  expect(second[0]?.name).toBe(`combination ${first.length + 1} of ${last}`);
  expect(second.at(-1)?.name).toBe(`combination ${last} of ${last}`);
  expect(new Set(first.map(({ choices }) => choices['error-codes']))).toEqual(new Set(['words']));
});
