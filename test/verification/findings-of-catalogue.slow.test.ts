import { expect, test } from 'vitest';
import { findFindings } from '../../src/verification/report/findings.js';
import { ofFinder } from '../providers/findings.js';
import { verifyInProcess } from '../providers/in-process.js';
import { timeoutFor } from '../providers/verdict.js';

test('single faults of the catalogue: most have one finding', async () => {
  const counts: number[] = [];
  const variants = ofFinder('checks').filter((_, index) => index % 10 === 0);

  for (const variant of variants) {
    const { requirements } = await verifyInProcess(variant.service, timeoutFor(variant));
    counts.push(findFindings(requirements).length);
  }

  expect(Math.max(...counts)).toBeLessThanOrEqual(4);
  expect(counts.filter((count) => count <= 1).length / counts.length).toBeGreaterThan(0.85);
});
