import { afterAll, describe, expect, test } from 'vitest';
import { brokenVariants, frameworkVariants } from './broken.js';
import { finderOf, reasonToPass } from './findings.js';
import { legalVariants } from './legal.js';
import { accusationsOf, isCaught, titleOf, verdictOn } from './verdict.js';
import { closeVerifiers, verifyWarm } from './warm-pact.js';

const { CATALOGUE_PART: part = '0', CATALOGUE_PARTS: parts = '1' } = process.env;

/** Selects the variants of this worker; vitest.config.ts starts one per part. */
const partOf = <V>(variants: readonly V[]) =>
  variants.filter((_, index) => index % Number(parts) === Number(part));

/** Without the framework variants: catalogue-in-process.slow.test.ts runs them, and the checks alone find them. */
const broken = partOf(brokenVariants.filter((variant) => !frameworkVariants.includes(variant)));
const legal = partOf(legalVariants);
const caught = { broken: 0, legal: 0 };

// The slowest are among them.
describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(titleOf(variant), async (context) => {
      const report = await verdictOn(variant, context, verifyWarm);

      caught.legal += isCaught(report) ? 1 : 0;
      expect(accusationsOf(report)).toEqual([]);
    });
  }
});

describe.concurrent('fails a broken provider', () => {
  for (const variant of broken) {
    const reason = reasonToPass(variant);
    const but = reason === undefined ? '' : ` Not detected: ${reason}`;
    test(titleOf(variant) + but, async (context) => {
      const report = await verdictOn(variant, context, verifyWarm);

      caught.broken += isCaught(report) ? 1 : 0;
      expect(isCaught(report)).toBe(finderOf(variant) !== undefined);
    });
  }
});

afterAll(closeVerifiers);

afterAll(() => {
  process.stdout.write(
    `verify fails ${caught.broken} of ${broken.length} broken providers, and ` +
      `${caught.legal} of ${legal.length} legal ones (part ${Number(part) + 1} of ${parts})\n`,
  );
});
