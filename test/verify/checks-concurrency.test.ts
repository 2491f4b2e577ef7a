import { expect, test } from 'vitest';
import { createContext, runNamedCheck } from './check-context.js';
import { serviceOf } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import { decidingCase } from './results.js';

test('bursts are inconclusive with fewer requests at once', async () => {
  const context = createContext();
  context.store.client.limit = 3;

  const { verdict, cases } = await runNamedCheck('concurrent requests each', context);

  expect(verdict).toBe('inconclusive');
  expect(cases[0]?.reason).toMatch(/^it needs 20 requests at once/);
});

test('a failure in a burst says how many other requests there were', async () => {
  const service = serviceOf(
    brokenVariants,
    'With more than ten calls at once no connection is left, and the others fail with 500.',
  );
  const context = createContext(new service());

  const result = await runNamedCheck('concurrent createPet requests create separate', context);

  expect(decidingCase(result)?.evidence?.request).toMatch(/ beside 11 other requests$/);
  expect(context.store.client.limit).toBe(1);
});
