import { describe, test } from 'vitest';
import { doubtfulVariants } from './doubtful.js';
import { legalLoad } from './legal/stores.js';
import { legalVariants } from './legal.js';
import { accusationsOf, verifyVariant } from './verdict.js';

/** All but those of concurrent.slow.test.ts. */
const legal = legalVariants.filter((variant) => !legalLoad.includes(variant));

describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(variant.name, async ({ expect }) => {
      // A busy machine must not be taken for a provider that doesn't answer.
      expect(accusationsOf(await verifyVariant(variant, 20_000))).toEqual([]);
    });
  }
});

describe.concurrent('decides what the words of the document leave in doubt', () => {
  test.for(doubtfulVariants)('$name: $verdict', async (variant, { expect }) => {
    const { outcome, requirements } = await verifyVariant(variant, 5_000);

    const verdicts = requirements.flatMap(({ cases }) => cases.map((one) => one.verdict));
    expect(outcome).toBe(variant.verdict === 'failed' ? 'failed' : 'passed');
    expect(verdicts.includes('advice')).toBe(variant.verdict === 'advice');
  });
});
