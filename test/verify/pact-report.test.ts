import { expect, test } from 'vitest';
import { formatAnnotations, formatJunit, formatText } from '../../src/verify/pact/report.js';
import type { PactReport } from '../../src/verify/pact/verify-pacts.js';

test('shortens what the pacts of a broker say', () => {
  const long = 'x'.repeat(200_000);
  const result = { consumer: long, interaction: long, state: long, reason: 'late' } as const;
  const report: PactReport = {
    url: 'http://127.0.0.1/v1',
    outcome: 'failed',
    results: [{ ...result, outcome: 'failed' }],
    createdPets: 0,
    namePrefix: 'verify',
  };

  for (const format of [formatText, formatJunit, formatAnnotations]) {
    expect(format(report).length).toBeLessThan(2_000);
  }
});
