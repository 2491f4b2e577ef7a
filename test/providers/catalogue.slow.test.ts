import { afterAll, describe, expect, test } from 'vitest';
import { findFindings } from '../../src/verification/report/findings.js';
import { brokenVariants, frameworkVariants } from './broken.js';
import { doubtfulVariants } from './doubtful.js';
import { type Finder, finderOf, isOnWire, reasonToPass } from './findings.js';
import { verifyInProcess } from './in-process.js';
import { legalVariants } from './legal.js';
import type { BrokenVariant } from './variant.js';
import { accusationsOf, isCaught, timeoutFor, titleOf, verdictOn } from './verdict.js';
import { closeVerifiers, startPact } from './warm-pact.js';

const { CATALOGUE_PART: part = '0', CATALOGUE_PARTS: parts = '1' } = process.env;

/** Selects the variants of this worker; vitest.config.ts starts one per part. */
const partOf = <V>(variants: readonly V[]) =>
  variants.filter((_, index) => index % Number(parts) === Number(part));

/** All but those that differ on the wire: catalogue-over-http.test.ts has them. */
const broken = partOf(brokenVariants.filter((variant) => !isOnWire(variant)));
const legal = partOf(legalVariants.filter((variant) => !isOnWire(variant)));

const found = new Map<Finder | undefined, number>();
const findings: number[] = [];

afterAll(closeVerifiers);

/**
 * Verifies without a network: over HTTP, 600 requests take five times as long, and show nothing else of a
 * service that sends its answers as any other. Pact's verifier is left out where the checks alone must do.
 */
async function findBy(variant: BrokenVariant): Promise<Finder | undefined> {
  const means = frameworkVariants.includes(variant) ? {} : { startPact };
  const report = await verifyInProcess(variant.service, timeoutFor(variant), means);
  const failed = report.requirements.filter(({ verdict }) => verdict === 'failed');
  if (
    failed.some(({ source }) => source === 'check') ||
    (isCaught(report) && failed.length === 0)
  ) {
    findings.push(findFindings(report.requirements).length);
    return 'checks';
  }
  return failed.length > 0 ? 'contract' : undefined;
}

// The slowest are among them.
describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(titleOf(variant), async (context) => {
      const report = await verdictOn(variant, context);

      expect(accusationsOf(report)).toEqual([]);
    });
  }
});

describe.concurrent('fails a broken provider', () => {
  for (const variant of broken) {
    const reason = reasonToPass(variant);
    const but = reason === undefined ? '' : ` Not detected: ${reason}`;
    test(titleOf(variant) + but, async () => {
      const finder = await findBy(variant);

      found.set(finder, (found.get(finder) ?? 0) + 1);
      expect(finder).toBe(finderOf(variant));
    });
  }
});

describe.concurrent('decides what the words of the document leave in doubt', () => {
  test.each(partOf(doubtfulVariants))('$name: $verdict', async ({ name, service, verdict }) => {
    // Pact reads 7.0 as a float, and loses the last digits of a large one.
    const means = name === 'integers-with-a-point' ? {} : { startPact };
    const { outcome, requirements } = await verifyInProcess(service, 5_000, means);

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

afterAll(() => {
  const count = (finder: Finder) => found.get(finder) ?? 0;
  process.stdout.write(
    `Of ${broken.length} broken providers, the checks fail ${count('checks')} and the contract alone ` +
      `${count('contract')} (part ${Number(part) + 1} of ${parts})\n`,
  );
});
