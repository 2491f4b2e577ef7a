import { describe, expect, test } from 'vitest';
import { findFindings } from '../../../src/verify/report/findings.js';
import { sequentialVariants } from './broken.js';
import type { BrokenVariant } from './variant.js';
import { isCaught, reasonToPass, verifyVariant } from './verdict.js';

/** The number of findings of each whole verification. */
const findings: number[] = [];

/** Most are caught in the section that they break, which takes a sixth of the time. */
const isCaughtInSection = async (variant: BrokenVariant, timeout: number) =>
  variant.breaks !== '9' && isCaught(await verifyVariant(variant, timeout, variant.breaks));

describe.concurrent('fails a broken provider', () => {
  for (const [index, variant] of sequentialVariants.entries()) {
    const reason = reasonToPass(variant);
    const but = reason === undefined ? '' : ` Not detected: ${reason}`;
    test(variant.name + but, async ({ expect }) => {
      const isWhole = reason !== undefined || index % 6 === 0;
      // Milliseconds for an answer, and for a store that lags: they pass with most that is broken.
      if (!isWhole && (await isCaughtInSection(variant, 1_000))) {
        expect(reason).toBeUndefined();
        return;
      }

      // An answer that is too late, on a busy machine, would be a finding of its own.
      const report = await verifyVariant(variant, reason === undefined ? 4_000 : 20_000);

      const failures = findFindings(report.requirements).filter((one) => one.verdict === 'failed');
      findings.push(failures.length);
      expect(isCaught(report)).toBe(reason === undefined);
    });
  }
});

test('single faults have few findings, and most have one', () => {
  const several = findings.filter((count) => count > 1);

  expect(findings.length).toBeGreaterThan(25);
  expect(Math.max(...findings)).toBeLessThanOrEqual(2);
  expect(several.length).toBeLessThanOrEqual(0.2 * findings.length);
});
