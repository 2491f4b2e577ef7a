import { afterAll, describe, expect, type TestContext, test } from 'vitest';
import { type VerificationReport, verify } from '../../src/index.js';
import { readme } from '../readme/blocks.js';
import { brokenVariants } from './broken.js';
import { legalVariants } from './legal.js';
import { startProvider } from './provider.js';
import type { BrokenVariant, LegalVariant } from './variant.js';

/** Variants that never answer cost so many milliseconds a call; the slow legal ones need fewer. */
const timeout = 1_000;
const patience = 120_000;

/** What `verify` could find, and doesn't look for. */
const spared: Readonly<Record<string, string>> = {
  'key-in-the-query': 'servers write addresses into their logs, and the key would stand there',
};

/** @param onTestFinished the test's own: among tests that run at once, the general one is another's */
async function verdictOn(
  variant: BrokenVariant | LegalVariant,
  { onTestFinished }: TestContext,
): Promise<VerificationReport> {
  const { url, apiKey, categoryId, close } = await startProvider(variant);
  onTestFinished(close);
  return verify({ url, apiKey, timeout, ...(categoryId === undefined ? {} : { categoryId }) });
}

const isCaught = ({ outcome }: VerificationReport) => outcome !== 'passed';
const reasonToPass = (variant: BrokenVariant) =>
  'reason' in variant ? variant.reason : spared[variant.name];

const outcomes = { broken: new Map<string, boolean>(), legal: new Map<string, boolean>() };
const count = (caught: Map<string, boolean>) => [...caught.values()].filter(Boolean).length;

describe.concurrent('a broken provider is found out', () => {
  for (const variant of brokenVariants) {
    const { name, breaks, difference } = variant;
    const reason = reasonToPass(variant);
    const but = reason === undefined ? '' : `, but not this one: ${reason}`;
    test(`${name} (section ${breaks}): ${difference}${but}`, {
      timeout: patience,
    }, async (context) => {
      const report = await verdictOn(variant, context);

      outcomes.broken.set(name, isCaught(report));
      expect(isCaught(report)).toBe(reason === undefined);
    });
  }
});

describe.concurrent('an unusual provider is not accused', () => {
  for (const variant of legalVariants) {
    const { name, permittedBy, difference } = variant;
    test(`${name} (section ${permittedBy}): ${difference}`, {
      timeout: patience,
    }, async (context) => {
      const report = await verdictOn(variant, context);

      outcomes.legal.set(name, isCaught(report));
      expect(report.reason).toBeUndefined();
      expect(report.requirements.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    });
  }
});

test('the README states how many are found out, and how many are accused', () => {
  const caught = `${count(outcomes.broken)} of ${outcomes.broken.size}`;
  const accused = `${count(outcomes.legal)} of ${outcomes.legal.size}`;

  expect(readme).toContain(`**${caught}** broken providers found out`);
  expect(readme).toContain(`**${accused}** legal ones accused`);
});

afterAll(() => {
  const { broken, legal } = outcomes;
  process.stdout.write(
    `verify finds out ${count(broken)} of ${broken.size} broken providers, and accuses ` +
      `${count(legal)} of ${legal.size} legal ones\n`,
  );
});
