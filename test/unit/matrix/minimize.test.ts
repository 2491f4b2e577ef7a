import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minimize } from '../../../src/matrix/isolate.js';

test('leaves the culprits only', async () => {
  const items = fc.uniqueArray(fc.integer(), { minLength: 1, maxLength: 15 });
  const cases = items.chain((all) =>
    fc.record({ all: fc.constant(all), culprits: fc.subarray(all, { minLength: 1 }) }),
  );

  await fc.assert(
    fc.asyncProperty(cases, async ({ all, culprits }) => {
      const fails = async (part: readonly number[]) =>
        culprits.every((culprit) => part.includes(culprit));

      expect(await minimize(all, fails)).toEqual(culprits);
    }),
  );
});

test('leaves one of two causes complete', async () => {
  const fails = async (part: readonly string[]) =>
    ['a', 'd'].every((item) => part.includes(item)) || part.includes('e');

  const rest = await minimize(['a', 'b', 'c', 'd', 'e'], fails);

  expect([['a', 'd'], ['e']]).toContainEqual(rest);
});
