import { expect, test, vi } from 'vitest';
import { eventually } from '../../src/verify/checks/check.js';
import { CheckFailed, StaleResponse } from '../../src/verify/result.js';
import { createContext, runNamedCheck } from './check-context.js';
import type { PetStatus } from './providers/pet.js';
import { Service } from './providers/service.js';
import { createEvidence } from './results.js';

const evidence = createEvidence();
const stale = () => {
  throw new StaleResponse(evidence);
};

test('fails a list that never shows created pets', async () => {
  class Forgetful extends Service {
    override page(limit: number, filter: PetStatus | undefined) {
      return super.page(30, filter).slice(0, limit);
    }
  }
  const context = createContext(new Forgetful(), { retryBudget: 100 });

  expect(await runNamedCheck('created pets still exist', context)).toMatchObject({
    verdict: 'failed',
    cases: [{}, { evidence: { request: 'GET /pets?limit=100' } }],
  });
});

test('fails a test that passes only every other time', async () => {
  let calls = 0;
  const check = async () => {
    calls += 1;
    if (calls % 2 === 1) stale();
  };

  const context = createContext(new Service(), { retryBudget: 300 });
  await expect(eventually(context, check)).rejects.toThrow(StaleResponse);
});

test('repeats no test that lag cannot explain, and none once a retry was in vain', async () => {
  const context = createContext(new Service(), { retryBudget: 100 });
  const wrong = vi.fn(async () => {
    throw new CheckFailed(evidence);
  });
  await expect(eventually(context, wrong)).rejects.toThrow(CheckFailed);
  expect(wrong).toHaveBeenCalledOnce();
  await expect(eventually(context, async () => stale())).rejects.toThrow(StaleResponse);
  const again = vi.fn(async () => stale());

  await expect(eventually(context, again)).rejects.toThrow(StaleResponse);
  expect(again).toHaveBeenCalledOnce();
});
