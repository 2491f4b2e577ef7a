import { expect, test } from 'vitest';
import { formatPlan } from '../../../src/cli/verify.js';

test('announces the number of requirements and pets', () => {
  const namePrefix = 'verify 1a2b3c';
  const text = formatPlan('http://a/v1', { requirements: 80, maxPets: 29, namePrefix });

  expect(text).toContain('Verifying http://a/v1 against 80 requirements');
  expect(text).toContain('creates at most 29 pets (');
  expect(text).toContain(`Their names contain "${namePrefix}", except for a few odd ones;`);
});
