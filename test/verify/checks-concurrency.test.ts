import { expect, test } from 'vitest';
import { serviceOf } from './open-provider.js';
import { reachService, runNamedCheck } from './reach.js';
import { decidingCase } from './results.js';

test('bursts are inconclusive with fewer requests at once', async () => {
  const provider = reachService();
  provider.client.limit = 3;
  provider.client.limitReason = 'a rate limit (429)';

  const { verdict, cases } = await runNamedCheck('concurrent requests each', provider);

  expect(verdict).toBe('inconclusive');
  expect(cases[0]?.reason).toBe('20 requests at once were not sent after a rate limit (429)');
});

test('a failure in a burst says how many other requests there were', async () => {
  const service = serviceOf(
    'With more than ten calls at once no connection is left, and the others fail with 500.',
  );
  const provider = reachService(new service());

  const result = await runNamedCheck('concurrent createPet requests create separate', provider);

  const evidence = decidingCase(result)?.evidence;
  expect(evidence?.request).toMatch(/ beside 10 other requests$/);
  // One request alone does not repeat it.
  expect(evidence).not.toHaveProperty('curl');
  const { cases } = await runNamedCheck('concurrent requests each', provider);
  expect(cases[0]?.reason).toMatch(/^20 requests .* after a request failed/);
});
