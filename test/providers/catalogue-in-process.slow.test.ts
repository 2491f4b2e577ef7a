import { afterAll, describe, expect, test } from 'vitest';
import { readme } from '../readme/blocks.js';
import { brokenVariants } from './broken.js';
import { doubtfulVariants } from './doubtful.js';
import { finderOf, isOnWire, ofFinder, reasonToPass } from './findings.js';
import { verifyInProcess } from './in-process.js';
import { legalVariants } from './legal.js';
import type { Variant } from './variant.js';
import { accusationsOf, isCaught, timeoutFor, titleOf } from './verdict.js';

/** What can be detected without a network; catalogue-over-http.test.ts has the rest. */
const outcomes = new Map<Variant, boolean>();

const inProcess = (variant: Parameters<typeof timeoutFor>[0]) =>
  verifyInProcess(variant.service, timeoutFor(variant));

const legal = legalVariants.filter((variant) => !isOnWire(variant));

describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(titleOf(variant), async () => {
      const report = await inProcess(variant);

      outcomes.set(variant, isCaught(report));
      expect(accusationsOf(report)).toEqual([]);
    });
  }
});

describe.concurrent('the checks alone fail a broken provider', () => {
  for (const variant of ofFinder('checks')) {
    test(titleOf(variant), async () => {
      const report = await inProcess(variant);

      outcomes.set(variant, isCaught(report));
      expect(isCaught(report)).toBe(true);
    });
  }
});

describe.concurrent('the checks pass what only the contract fails', () => {
  test.each(ofFinder('contract'))('$name', async (variant) => {
    expect(isCaught(await inProcess(variant))).toBe(false);
  });
});

describe.concurrent('passes what nobody can detect from outside', () => {
  for (const variant of ofFinder(undefined)) {
    test(`${titleOf(variant)} Not detected: ${reasonToPass(variant)}`, async () => {
      const report = await inProcess(variant);

      outcomes.set(variant, isCaught(report));
      expect(isCaught(report)).toBe(false);
    });
  }
});

const caught = (variants: readonly Variant[]) =>
  `${variants.filter((variant) => outcomes.get(variant)).length} of ${variants.length}`;

describe.concurrent('decides what the words of the document leave in doubt', () => {
  test.each(doubtfulVariants)('$name: $verdict', async ({ service, verdict }) => {
    const { outcome, requirements } = await verifyInProcess(service, 1_000);

    const verdicts = requirements.flatMap(({ cases }) => cases.map((one) => one.verdict));
    expect(outcome).toBe(verdict === 'failed' ? 'failed' : 'passed');
    expect(verdicts.includes('advice')).toBe(verdict === 'advice');
  });
});

test('the checks fail 475 of 495 broken and 0 of 115 legal providers', () => {
  expect({
    checks: caught(ofFinder('checks')),
    nobody: caught(ofFinder(undefined)),
    accused: caught(legal),
  }).toEqual({
    checks: '475 of 475',
    nobody: '0 of 7',
    accused: '0 of 115',
  });
});

test('the README states how many broken and legal providers fail', () => {
  const found = brokenVariants.filter((variant) => finderOf(variant) !== undefined);

  expect(readme).toContain(`**${found.length} of ${brokenVariants.length}**`);
  expect(readme).toContain(`**0 of ${legalVariants.length}**`);
});

afterAll(() => {
  process.stdout.write(
    `The checks alone fail ${caught(ofFinder('checks'))} broken providers that they can detect, and ` +
      `${caught(legal)} legal ones\n`,
  );
});
