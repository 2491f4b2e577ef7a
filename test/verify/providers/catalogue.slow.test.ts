import { describe, expect, test } from 'vitest';
import { findFindings } from '../../../src/verify/report/findings.js';
import { brokenVariants } from './broken.js';
import { doubtfulVariants } from './doubtful.js';
import { isOnWire, reasonToPass } from './findings.js';
import { verifyInProcess } from './in-process.js';
import { legalVariants } from './legal.js';
import { accusationsOf, isCaught, timeoutFor, titleOf } from './verdict.js';

const { CATALOGUE_PART: part = '0', CATALOGUE_PARTS: parts = '1' } = process.env;

/** Selects the variants of this worker; vitest.config.ts starts one per part. */
const partOf = <V>(variants: readonly V[]) =>
  variants.filter((_, index) => index % Number(parts) === Number(part));

/** All but those that differ on the wire: catalogue-over-http.test.ts has them. */
const broken = partOf(brokenVariants.filter((variant) => !isOnWire(variant)));
const legal = partOf(legalVariants.filter((variant) => !isOnWire(variant)));

const findings: number[] = [];

// The slowest are among them.
describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(titleOf(variant), async () => {
      const report = await verifyInProcess(variant.service, timeoutFor(variant));

      expect(accusationsOf(report)).toEqual([]);
    });
  }
});

describe.concurrent('fails a broken provider', () => {
  for (const variant of broken) {
    const reason = reasonToPass(variant);
    const but = reason === undefined ? '' : ` Not detected: ${reason}`;
    test(titleOf(variant) + but, async () => {
      const report = await verifyInProcess(variant.service, timeoutFor(variant));

      findings.push(findFindings(report.requirements).length);
      expect(isCaught(report)).toBe(reason === undefined);
    });
  }
});

describe.concurrent('decides what the words of the document leave in doubt', () => {
  test.each(partOf(doubtfulVariants))('$name: $verdict', async ({ service, verdict }) => {
    const { outcome, requirements } = await verifyInProcess(service, 5_000);

    const verdicts = requirements.flatMap(({ cases }) => cases.map((one) => one.verdict));
    expect(outcome).toBe(verdict === 'failed' ? 'failed' : 'passed');
    expect(verdicts.includes('advice')).toBe(verdict === 'advice');
  });
});

test('single faults have few findings, and most have one', () => {
  const several = findings.filter((count) => count > 1);

  expect(Math.max(...findings)).toBeLessThanOrEqual(5);
  expect(several.length).toBeLessThanOrEqual(0.2 * findings.length);
});
