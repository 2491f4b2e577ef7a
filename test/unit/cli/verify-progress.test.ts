import { expect, test } from 'vitest';
import { formatPlan } from '../../../src/cli/verify.js';
import { resolveOptions } from '../../verify/providers/in-process.js';

test('announces the number of requirements and pets', () => {
  const text = formatPlan(resolveOptions({ url: 'http://a/v1', apiKey: 'key' }));

  expect(text).toMatch(/^Verifying http:\/\/a\/v1 against \d\d requirements/);
  expect(text).toContain('creates at most 45 pets (');
  expect(text).toContain('Their names contain "verify", except for a few odd ones;');
});
