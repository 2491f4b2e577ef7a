import { expect, test } from 'vitest';
import { Bursts } from '../../src/verification/checks/bursts.js';
import { RequestQueue } from '../../src/verification/provider/request-queue.js';
import { createContext, runNamedCheck } from './check-context.js';

test('concurrent getPet requests are inconclusive with fewer at once', async () => {
  const context = { ...createContext(), bursts: new Bursts(new RequestQueue(3)) };

  const { verdict, cases } = await runNamedCheck('concurrent getPet requests each', context);

  expect(verdict).toBe('inconclusive');
  expect(cases[0]?.reason).toContain('it needs 4 requests at once; the limit is 3');
});

test('a store too large for one page has passed the bursts if none failed', async () => {
  const bursts = new Bursts(new RequestQueue(20));
  const context = { ...createContext(), bursts };
  await context.pets.atLeast(100);

  await bursts.send(context);

  expect(await bursts.havePassed()).toBe(true);
});
