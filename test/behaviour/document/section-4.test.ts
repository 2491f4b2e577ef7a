import { expect } from 'vitest';
import { call, errorOf, keyOf, operationNames } from './calls.js';
import { sectionTests } from './section-tests.js';

const { behaviour } = sectionTests('4');

behaviour('Every endpoint requires the bearer credential described in section 5.', async (open) => {
  const client = await open();
  for (const operation of operationNames) {
    const without = await call(client, operation, {});
    expect(without.status, operation).toBe(401);
    expect(without.json).toEqual(errorOf(401));
    const withKey = await call(client, operation, keyOf(client));
    expect(withKey.status, operation).toBeLessThan(300);
  }
});
