import { expect, test } from 'vitest';
import { formatJunit, formatText } from '../../src/verify/pact/report.js';
import type { PactReport } from '../../src/verify/pact/verify-pacts.js';

test('shortens what the pacts of a broker say', () => {
  const long = 'x'.repeat(200_000);
  const result = { consumer: long, interaction: long, state: long, outcome: 'failed' } as const;
  const report: PactReport = {
    url: 'http://127.0.0.1/v1',
    outcome: 'failed',
    results: [{ ...result, reason: 'status: expected 200; got 500' }],
    createdPets: 0,
    namePrefix: 'verify',
  };

  expect(formatText(report).length).toBeLessThan(2_000);
  expect(
    formatJunit({ ...report, results: [{ ...result, reason: 'late', consumer: 'shop' }] }).length,
  ).toBeLessThan(2_000);
});
