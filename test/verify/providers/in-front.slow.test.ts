import { describe, expect, test } from 'vitest';
import { brokenVariants } from './broken.js';
import { verifyInFront } from './in-front.js';
import { legalVariants } from './legal.js';
import { Service } from './service.js';
import type { Variant } from './variant.js';
import { accusationsOf, isCaught } from './verdict.js';

/** Every fourth, and all that differ in how they send. */
const isSampled = ({ service }: Variant, index: number) =>
  index % 4 === 0 || service.prototype.send !== Service.prototype.send;

/** The simulator has to answer something, where the service does not: 502. */
const isSilent = ({ name }: Variant) => name.includes('closes the connection');

describe.concurrent('through the simulator, a legal provider passes without a mismatch', () => {
  for (const variant of legalVariants.filter(isSampled)) {
    test(variant.name, async ({ expect }) => {
      // A busy machine must not be taken for a provider that doesn't answer.
      const { report, mismatches } = await verifyInFront(variant, 20_000);

      expect(mismatches).toEqual([]);
      expect(isSilent(variant) ? [] : accusationsOf(report)).toEqual([]);
    });
  }
});

/** Whether each broken provider showed a mismatch. */
const seen: boolean[] = [];

describe.concurrent('through the simulator, a mismatch accuses no other than verify does', () => {
  for (const variant of brokenVariants.filter((_, index) => index % 8 === 0)) {
    test(variant.name, async ({ expect }) => {
      const section = variant.breaks === '9' ? undefined : variant.breaks;

      const { report, mismatches } = await verifyInFront(variant, 1_000, section);

      seen.push(mismatches.length > 0);
      expect(isCaught(report) || mismatches.length === 0).toBe(true);
    });
  }
});

// docs/real-traffic.md has the share of one run over all of them.
test('most of what is broken shows a mismatch in passing', () => {
  expect(seen.length).toBeGreaterThan(20);
  expect(seen.filter(Boolean).length).toBeGreaterThan(seen.length / 2);
});
