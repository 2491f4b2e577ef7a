import { describe, expect, test } from 'vitest';
import { doubtfulVariants } from './doubtful.js';
import { isOnWire } from './findings.js';
import { verifyInProcess } from './in-process.js';
import { legalLoad } from './legal/load.js';
import { legalVariants } from './legal.js';
import { accusationsOf, timeoutFor } from './verdict.js';

/** All but those of concurrent.slow.test.ts, and of catalogue-over-http.slow.test.ts, which differ on the wire. */
const legal = legalVariants.filter((variant) => !isOnWire(variant) && !legalLoad.includes(variant));

describe.concurrent('passes an unusual provider that is legal', () => {
  for (const variant of legal) {
    test(variant.name, async () => {
      const report = await verifyInProcess(variant.service, timeoutFor(variant));

      expect(accusationsOf(report)).toEqual([]);
    });
  }
});

describe.concurrent('decides what the words of the document leave in doubt', () => {
  test.each(doubtfulVariants)('$name: $verdict', async ({ service, verdict }) => {
    const { outcome, requirements } = await verifyInProcess(service, 5_000);

    const verdicts = requirements.flatMap(({ cases }) => cases.map((one) => one.verdict));
    expect(outcome).toBe(verdict === 'failed' ? 'failed' : 'passed');
    expect(verdicts.includes('advice')).toBe(verdict === 'advice');
  });
});
