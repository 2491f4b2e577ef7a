import { afterAll, describe, expect, test } from 'vitest';
import { readme } from '../readme/blocks.js';
import { brokenVariants } from './broken.js';
import { finderOf, isOnWire, ofFinder } from './findings.js';
import { legalVariants } from './legal.js';
import { accusationsOf, isCaught, titleOf, verdictOn } from './verdict.js';
import { closeVerifiers } from './warm-pact.js';

/** What cannot be detected without Pact and a network; catalogue.slow.test.ts has all others. */
const broken = [...ofFinder('contract'), ...ofFinder('wire')];
const legal = legalVariants.filter(isOnWire);

afterAll(closeVerifiers);

describe.concurrent('fails what only the contract or the wire shows', () => {
  for (const variant of broken) {
    test(titleOf(variant), async (context) => {
      expect(isCaught(await verdictOn(variant, context))).toBe(true);
    });
  }
});

describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(titleOf(variant), async (context) => {
      expect(accusationsOf(await verdictOn(variant, context))).toEqual([]);
    });
  }
});

test('covers 13 broken and 6 legal providers', () => {
  expect([broken.length, legal.length]).toEqual([13, 6]);
});

test('the README states how many broken and legal providers fail', () => {
  const found = brokenVariants.filter((variant) => finderOf(variant) !== undefined);

  expect(readme).toContain(`**${found.length} of ${brokenVariants.length}**`);
  expect(readme).toContain(`**0 of ${legalVariants.length}**`);
});

test('the checks alone find 474 of 494 broken providers', () => {
  expect([ofFinder('checks').length, brokenVariants.length]).toEqual([474, 494]);
});
