import { afterAll, describe, expect, test } from 'vitest';
import { readme } from '../readme/blocks.js';
import { brokenVariants } from './broken.js';
import { finderOf, isOnWire, ofFinder, reasonToPass } from './findings.js';
import { verifyInProcess } from './in-process.js';
import { legalVariants } from './legal.js';
import type { Variant } from './variant.js';
import { accusationsOf, isCaught, timeoutFor, titleOf } from './verdict.js';

/** Whatever can be told without a network; catalogue-over-http.test.ts has the rest. */
const outcomes = new Map<Variant, boolean>();

const inProcess = (variant: Parameters<typeof timeoutFor>[0]) =>
  verifyInProcess(variant.service, timeoutFor(variant));

const legal = legalVariants.filter((variant) => !isOnWire(variant));

describe.concurrent('an unusual provider is not accused', () => {
  for (const variant of legal) {
    test(titleOf(variant), async () => {
      const report = await inProcess(variant);

      outcomes.set(variant, isCaught(report));
      expect(accusationsOf(report)).toEqual([]);
    });
  }
});

describe.concurrent('a broken provider is found out by the checks alone', () => {
  for (const variant of ofFinder('checks')) {
    test(titleOf(variant), async () => {
      const report = await inProcess(variant);

      outcomes.set(variant, isCaught(report));
      expect(isCaught(report)).toBe(true);
    });
  }
});

describe.concurrent('the checks hold of what only the contract breaks', () => {
  test.each(ofFinder('contract'))('$name', async (variant) => {
    expect(isCaught(await inProcess(variant))).toBe(false);
  });
});

describe.concurrent('nothing is found that can not be told from outside', () => {
  for (const variant of ofFinder(undefined)) {
    test(`${titleOf(variant)} Not found: ${reasonToPass(variant)}`, async () => {
      const report = await inProcess(variant);

      outcomes.set(variant, isCaught(report));
      expect(isCaught(report)).toBe(false);
    });
  }
});

const caught = (variants: readonly Variant[]) =>
  `${variants.filter((variant) => outcomes.get(variant)).length} of ${variants.length}`;

test('the checks find out as many as they ever did', () => {
  expect({
    checks: caught(ofFinder('checks')),
    nobody: caught(ofFinder(undefined)),
    accused: caught(legal),
  }).toEqual({
    checks: '375 of 375',
    nobody: '0 of 7',
    accused: '0 of 98',
  });
});

test('the README states how many are found out, and how many are accused', () => {
  const found = brokenVariants.filter((variant) => finderOf(variant) !== undefined);

  expect(readme).toContain(`**${found.length} of ${brokenVariants.length}**`);
  expect(readme).toContain(`**0 of ${legalVariants.length}**`);
});

afterAll(() => {
  process.stdout.write(
    `The checks alone find out ${caught(ofFinder('checks'))} broken providers that they can, and ` +
      `accuse ${caught(legal)} legal ones\n`,
  );
});
