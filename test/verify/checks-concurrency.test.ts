import { expect, test } from 'vitest';
import { findFindings } from '../../src/verify/report/findings.js';
import { listEvidence } from '../../src/verify/report/report.js';
import { createContext, runNamedCheck } from './check-context.js';
import { variantNamed } from './open-provider.js';
import { concurrentLoad } from './providers/broken/concurrent-load.js';
import { decidingCase } from './results.js';

test('concurrent getPet requests are inconclusive with fewer at once', async () => {
  const context = createContext();
  context.store.client.limitTo(3);

  const { verdict, cases } = await runNamedCheck('concurrent getPet requests each', context);

  expect(verdict).toBe('inconclusive');
  expect(cases[0]?.reason).toContain('it needs 4 requests at once; the limit is 3');
});

test('a failure in a burst says how many other requests there were, and how many succeeded', async () => {
  const { service } = variantNamed(concurrentLoad, 'sheds-load-from-fifteen-calls');
  const context = createContext(new service());

  const result = await runNamedCheck('concurrent createPet requests create separate', context);

  const { concurrent } = decidingCase(result)?.evidence ?? {};
  expect(concurrent).toEqual({ requests: 19, succeeded: 15 });
  const [finding] = findFindings([result]);
  expect(finding && listEvidence(finding.evidence, finding)).toContainEqual([
    'beside',
    '19 other requests at the same time, of which 15 got the expected response; sent alone, this one may ' +
      'get it too',
  ]);
});

test('a store too large for one page has passed the bursts if none failed', async () => {
  const context = createContext();
  const { bursts } = context;
  await context.pets.atLeast(100);

  await bursts.send(context);

  expect(await bursts.havePassed()).toBe(true);
});
