import { describe, expect, test, vi } from 'vitest';
import { petProblems } from '../../src/document/responses.js';
import { eventually, expectReadBack } from '../../src/verify/checks/check.js';
import { Advice, CheckFailed, catchError, StaleResponse } from '../../src/verify/result.js';
import { serviceOf } from './open-provider.js';
import { type Pet, somePets } from './providers/pet.js';
import { Service } from './providers/service.js';
import { reachService, runNamedCheck } from './reach.js';
import { createEvidence, decidingCase } from './results.js';

const evidence = createEvidence();
const stale = () => {
  throw new StaleResponse(evidence);
};

describe('a created pet is gone', () => {
  const atTheEnd = 'created pets still exist at the end';

  /** Creates pets, and deletes some from the service. */
  async function deleting(service: Service, count: number) {
    const provider = reachService(service, { retryBudget: 60 });
    await provider.withStatus('available');
    await provider.atLeast(40);
    await provider.listAll();
    service.pets = service.pets.slice(0, service.pets.length - count);
    return provider;
  }

  test.each([
    ['advice', 1],
    ['advice', 4],
    ['failed', 5],
  ])('%s, when lists lack it, too, and %i of 40 are gone', async (verdict, count) => {
    const provider = await deleting(new Service(), count);

    expect((await runNamedCheck(atTheEnd, provider)).verdict).toBe(verdict);
  });

  test('fails, if a list has it, such as that of its status', async () => {
    class Listing extends Service {
      override firstPets() {
        return somePets(150).map((pet) => ({ ...pet, status: 'sold' as const }));
      }

      override find(petId: string) {
        return petId === '151' ? undefined : super.find(petId);
      }
    }
    const provider = await deleting(new Listing(), 0);

    expect((await runNamedCheck(atTheEnd, provider)).verdict).toBe('failed');
  });

  test('fails, if no response has ever shown it, whatever its number', async () => {
    const service = new (serviceOf('1 of 15 created pets is acknowledged and never stored.'))();
    const provider = reachService(service, { retryBudget: 60 });
    await provider.withStatus('available');
    await provider.atLeast(40);

    expect(decidingCase(await runNamedCheck(atTheEnd, provider))).toMatchObject({
      verdict: 'failed',
      evidence: { cause: { title: petProblems.neverStored, section: '4.2' } },
    });
  });

  test('is waited for once', async () => {
    const provider = await deleting(new Service(), 1);
    const pet = provider.pets.at(-1) as Pet;
    await expect(expectReadBack(provider, pet)).rejects.toThrow(Advice);
    provider.retryBudget = 1_000_000;

    await expect(expectReadBack(provider, pet)).rejects.toThrow(Advice);
  });
});

test.each([
  ['advice', 1],
  ['passed', 2],
])(
  'a created pet that getPet does not find is %s, if that is its request %i',
  async (verdict, late) => {
    class Late extends Service {
      #calls = 0;

      override find(petId: string) {
        this.#calls += 1;
        return this.#calls === late ? undefined : super.find(petId);
      }
    }
    const provider = reachService(new Late(), { retryBudget: 1_000 });
    const { id } = await provider.withStatus('available');
    await catchError(StaleResponse, () => provider.get(id));

    const { cases, ...result } = await runNamedCheck('created pets still exist', provider);

    expect(result.verdict).toBe(verdict);
    const reason = verdict === 'advice' ? /found it \d\.\d s after the 201/ : /^$/;
    expect(cases.at(-1)?.reason ?? '').toMatch(reason);
  },
);

test('fails a test that passes only every other time, and repeats it less and less often', async () => {
  let calls = 0;
  const check = async () => {
    calls += 1;
    if (calls % 2 === 1) stale();
  };

  const provider = reachService(new Service(), { retryBudget: 300 });
  await expect(eventually(provider, check)).rejects.toThrow(StaleResponse);
  expect(calls).toBeLessThan(11);
});

test('a pet that took the place of another is named so, whatever its own response was', async () => {
  const service = new Service();
  const provider = reachService(service);
  const { pet } = await provider.create();
  await provider.post(provider.createNewPet());
  service.pets = service.pets.slice(-1).map((one) => ({ ...one, id: pet.id }));

  await expect(expectReadBack(provider, pet)).rejects.toMatchObject({
    evidence: { cause: { title: petProblems.exchanged } },
  });
});

test('repeats no test that lag cannot explain, and none once a retry was in vain', async () => {
  const provider = reachService(new Service(), { retryBudget: 100 });
  const wrong = vi.fn(async () => {
    throw new CheckFailed(evidence);
  });
  await expect(eventually(provider, wrong)).rejects.toThrow(CheckFailed);
  expect(wrong).toHaveBeenCalledOnce();
  await expect(eventually(provider, async () => stale())).rejects.toThrow(StaleResponse);
  const again = vi.fn(async () => stale());

  await expect(eventually(provider, again)).rejects.toThrow(StaleResponse);
  expect(again).toHaveBeenCalledOnce();
});
