import { describe, expect, test } from 'vitest';
import { readme } from '../../package/readme/blocks.js';
import { brokenVariants } from './broken.js';
import { isOnWire, reasonToPass } from './findings.js';
import { legalVariants } from './legal.js';
import { accusationsOf, isCaught, verdictOn } from './verdict.js';

/** What cannot be detected without a network; catalogue-broken.slow.test.ts and catalogue-legal.slow.test.ts have all others. */
const broken = brokenVariants.filter(isOnWire);
const legal = legalVariants.filter(isOnWire);

describe.concurrent('fails what only the wire shows', () => {
  for (const variant of broken) {
    test(variant.name, async (context) => {
      expect(isCaught(await verdictOn(variant, context))).toBe(true);
    });
  }
});

describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(variant.name, async (context) => {
      expect(accusationsOf(await verdictOn(variant, context))).toEqual([]);
    });
  }
});

test('the README states how many broken and legal providers fail', () => {
  const found = brokenVariants.filter((variant) => reasonToPass(variant) === undefined);

  expect(readme).toContain(`**${found.length} of ${brokenVariants.length}**`);
  expect(readme).toContain(`**0 of ${legalVariants.length}**`);
});
