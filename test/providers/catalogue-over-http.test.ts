import { describe, expect, test } from 'vitest';
import { isOnWire, ofFinder } from './findings.js';
import { legalVariants } from './legal.js';
import { accusationsOf, isCaught, titleOf, verdictOn } from './verdict.js';

/** What catalogue-in-process.slow.test.ts cannot detect without Pact and a network. */
const broken = [...ofFinder('contract'), ...ofFinder('wire')];
const legal = legalVariants.filter(isOnWire);

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
