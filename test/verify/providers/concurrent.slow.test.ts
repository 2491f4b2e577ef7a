import { describe, expect, test } from 'vitest';
import type { VerificationReport } from '../../../src/index.js';
import { concurrentVariants } from './broken/concurrent.js';
import { legalLoad } from './legal/stores.js';
import type { Variant } from './variant.js';
import { accusationsOf, verifyVariant } from './verdict.js';

/** Verifies a service some times at once, so that a verdict that depends on chance differs. */
const verifyOften = (variant: Variant, timeout: number) =>
  Promise.all(Array.from({ length: 3 }, () => verifyVariant(variant, timeout)));

const listFailed = ({ requirements }: VerificationReport) =>
  requirements.filter(({ verdict }) => verdict === 'failed').map(({ requirement }) => requirement);

/** The clock decides which ids are equal and which pets have changed; the order of calls decides which are shed. */
const byChance = [
  'The id is the number of milliseconds since 1970.',
  'Two seconds after its creation a pet is gone.',
];

describe('fails the same requirements in each run', () => {
  test.each(concurrentVariants)('$name', async (variant) => {
    const failed = (await verifyOften(variant, 1_000)).map(listFailed);

    expect(failed).not.toContainEqual([]);
    const different = new Set(failed.map((requirements) => requirements.join('\n')));
    expect(byChance.includes(variant.name) || different.size === 1).toBe(true);
  });
});

describe('passes in each run', () => {
  test.each(legalLoad)('$name', async (variant) => {
    expect((await verifyOften(variant, 5_000)).flatMap(accusationsOf)).toEqual([]);
  });
});
