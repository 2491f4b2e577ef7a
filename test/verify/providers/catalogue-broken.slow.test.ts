import { describe, expect, test } from 'vitest';
import { findFindings } from '../../../src/verify/report/findings.js';
import { concurrentLoad } from './broken/concurrent-load.js';
import { concurrentState } from './broken/concurrent-state.js';
import { brokenVariants } from './broken.js';
import { isOnWire, reasonToPass } from './findings.js';
import { verifyInProcess } from './in-process.js';
import type { BrokenVariant } from './variant.js';
import { isCaught, timeoutFor } from './verdict.js';

/** All but those of concurrent.slow.test.ts, and of catalogue-over-http.slow.test.ts, which differ on the wire. */
const concurrent: readonly BrokenVariant[] = [...concurrentLoad, ...concurrentState];
const broken = brokenVariants.filter(
  (variant) => !isOnWire(variant) && !concurrent.includes(variant),
);

/** The number of findings of each whole verification. */
const findings: number[] = [];

/** Most are caught in the section that they break, which takes a sixth of the time. */
async function isCaughtInSection({ service, breaks }: BrokenVariant, timeout: number) {
  return breaks !== '9' && isCaught(await verifyInProcess(service, timeout, breaks));
}

describe.concurrent('fails a broken provider', () => {
  for (const [index, variant] of broken.entries()) {
    const reason = reasonToPass(variant);
    const but = reason === undefined ? '' : ` Not detected: ${reason}`;
    test(variant.name + but, async () => {
      const timeout = timeoutFor(variant);
      const isWhole = reason !== undefined || index % 8 === 0;
      if (!isWhole && (await isCaughtInSection(variant, timeout))) {
        return;
      }

      const report = await verifyInProcess(variant.service, timeout);

      const failures = findFindings(report.requirements).filter((one) => one.verdict === 'failed');
      findings.push(failures.length);
      expect(isCaught(report)).toBe(reason === undefined);
    });
  }
});

test('single faults have few findings, and most have one', () => {
  const several = findings.filter((count) => count > 1);

  expect(findings.length).toBeGreaterThan(60);
  expect(Math.max(...findings)).toBeLessThanOrEqual(2);
  expect(several.length).toBeLessThanOrEqual(0.2 * findings.length);
});
