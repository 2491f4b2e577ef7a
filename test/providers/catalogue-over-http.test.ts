import { describe, expect, test } from 'vitest';
import { isOnWire, ofFinder } from './findings.js';
import { legalVariants } from './legal.js';
import { accusationsOf, isCaught, titleOf, verdictOn } from './verdict.js';

/** What catalogue.test.ts can't tell, as it has neither Pact nor a network. */
const broken = [...ofFinder('contract'), ...ofFinder('wire')];
const legal = legalVariants.filter(isOnWire);

describe.concurrent('what the contract or the wire shows is found out', () => {
  for (const variant of broken) {
    test(titleOf(variant), async (context) => {
      expect(isCaught(await verdictOn(variant, context))).toBe(true);
    });
  }
});

describe.concurrent('an unusual provider is not accused', () => {
  for (const variant of legal) {
    test(titleOf(variant), async (context) => {
      expect(accusationsOf(await verdictOn(variant, context))).toEqual([]);
    });
  }
});

test('they are as many as they ever were', () => {
  expect([broken.length, legal.length]).toEqual([16, 6]);
});
