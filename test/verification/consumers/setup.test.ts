import { expect, test } from 'vitest';
import { RetryBudget } from '../../../src/verification/checks/check.js';
import { ConsumerStates } from '../../../src/verification/consumers/states.js';
import { unlikelyIds } from '../../../src/verification/provider/pets.js';
import { type Call, Refusal } from '../../providers/call.js';
import type { Fields, NewPet, Pet, PetStatus } from '../../providers/pet.js';
import { Service } from '../../providers/service.js';
import { createProvider, neverStopped } from '../check-context.js';
import { recording } from '../providers.js';

class EmptyService extends Service {
  protected override firstPets(): Pet[] {
    return [];
  }
}

interface Settings {
  readonly readOnly?: boolean;
  readonly candidates?: readonly bigint[];
  /** Milliseconds. */
  readonly retryBudget?: number;
}

/** The states of a service, and how many pets it was asked to create. */
function open(
  base: new () => Service,
  { readOnly = false, candidates = [1n], retryBudget = 0 }: Settings = {},
) {
  const { service, recorded } = recording(base);
  const provider = createProvider(new service(), { readOnly });
  const budget = new RetryBudget(retryBudget, neverStopped());
  const states = new ConsumerStates(provider, candidates, 'run', budget);
  const list = async (query = '') => {
    const { response } = await provider.send({ method: 'GET', path: `/pets?limit=100${query}` });
    return JSON.parse('bytes' in response ? new TextDecoder().decode(response.bytes) : '');
  };
  const countCreations = () => recorded.filter(({ call }) => call.method === 'POST').length;
  return { states, list, countCreations };
}

test.each(['available', 'pending', 'sold', undefined] as const)(
  'creates one pet for all interactions that need the status %s',
  async (status) => {
    const { states, list, countCreations } = open(EmptyService);

    const [first, second] = [await states.withStatus(status), await states.withStatus(status)];

    expect(await list()).toEqual([
      { id: 1, name: 'run-1', categoryId: 1, ...(status && { status }) },
    ]);
    expect([first.id, second.id, countCreations()]).toEqual([1n, 1n, 1]);
  },
);

test('takes a listed pet with the status under --read-only', async () => {
  const { states, list, countCreations } = open(Service, { readOnly: true });
  const [sold] = await list('&status=sold');

  expect(await states.withStatus('sold')).toEqual({ id: BigInt(sold.id), status: 'sold' });
  expect(countCreations()).toBe(0);
});

test.each([
  ['sold', 'with the status sold'],
  [undefined, 'without a status'],
] as const)('says that a pet cannot be created under --read-only: %s', async (status, words) => {
  const { states } = open(EmptyService, { readOnly: true });

  await expect(states.withStatus(status)).rejects.toThrow(
    `the list has no pet ${words}, and --read-only excludes creating one`,
  );
});

test('takes a listed pet where a created one gets another status', async () => {
  const { states, list } = open(
    class extends Service {
      protected override newPetOf(fields: Fields): NewPet {
        return { ...super.newPetOf(fields), status: 'available' };
      }
    },
  );
  const [sold] = await list('&status=sold');

  expect((await states.withStatus('sold')).id).toBe(BigInt(sold.id));
});

test('says that a created pet has another status', async () => {
  const { states } = open(
    class extends EmptyService {
      protected override newPetOf(fields: Fields): NewPet {
        return { ...super.newPetOf(fields), status: 'available' };
      }
    },
  );

  await expect(states.withStatus('sold')).rejects.toThrow(
    'a pet that was created with the status sold has another one',
  );
});

/** Accepts one category only. */
class OneCategory extends EmptyService {
  protected override categoryOf(value: unknown): bigint {
    const categoryId = super.categoryOf(value);
    if (categoryId !== 5n) {
      throw new Refusal(400, 'bad_request', 'no such category');
    }
    return categoryId;
  }
}

test('tries other categories until one is accepted, and stays with it', async () => {
  const { states, countCreations } = open(OneCategory, { candidates: [3n, 5n, 7n] });

  await states.findCategory();
  await states.withStatus('sold');

  expect(states.categoryId).toBe(5n);
  expect(countCreations()).toBe(3);
});

test('asks for a category where none is accepted', async () => {
  const { states } = open(OneCategory, { candidates: [3n, 4n] });

  await expect(states.withStatus('sold')).rejects.toThrow(
    /no pet can be created: POST \/pets returned 400 .*\. Set --category-id to a valid category\.$/,
  );
  await states.findCategory();
  expect(states.categoryId).toBe(4n);
});

test('accepts a state with a category only where createPet accepts it', async () => {
  const { states, countCreations } = open(OneCategory);

  await states.withCategory(5n);
  await states.withCategory(5n);

  expect(countCreations()).toBe(1);
  await expect(states.withCategory(6n)).rejects.toThrow('no pet of the category 6 can be created');
});

test('asks for no category where creating fails for another reason', async () => {
  const { states, countCreations } = open(
    class extends EmptyService {
      protected override newPetOf(): NewPet {
        throw new Refusal(503, 'unavailable', 'Try again.');
      }
    },
    { candidates: [3n, 4n] },
  );

  await expect(states.withStatus('sold')).rejects.toThrow(/returned 503 .*\}\.$/);
  expect(countCreations()).toBe(1);
});

/** Its responses show no ids. */
class NoIds extends EmptyService {
  protected override shown(pet: Pet, call: Call): Fields {
    return { ...super.shown(pet, call), id: undefined };
  }
}

test('says that a created pet shows no id, where its id is needed', async () => {
  const { states } = open(NoIds);

  await expect(states.withStatus('sold')).rejects.toThrow('the created pet shows no id');
});

test('counts pets without an id where no id is needed', async () => {
  const { states, countCreations } = open(NoIds);

  await states.atLeast(2);
  await states.atLeast(3);

  expect(countCreations()).toBe(3);
});

test('creates only the pets that are missing, also for states at once', async () => {
  const { states, list } = open(Service);

  await Promise.all([states.atLeast(31), states.atLeast(33), states.atLeast(5)]);

  expect(await list()).toHaveLength(33);
});

test('finds an id that no pet has', async () => {
  const [first = 0n, second = 0n] = unlikelyIds;
  const withPets = (...ids: readonly bigint[]) =>
    class extends Service {
      protected override firstPets(): Pet[] {
        return ids.map((id) => ({ id, name: 'Rex', categoryId: 1n }));
      }
    };

  expect(await open(withPets()).states.unusedId()).toBe(first);
  expect(await open(withPets(first)).states.unusedId()).toBe(second);
  await expect(open(withPets(...unlikelyIds)).states.unusedId()).rejects.toThrow(
    `the provider has pets with the ids ${unlikelyIds.join(' and ')}`,
  );
});

test('waits until a created pet is shown', async () => {
  let requests = 0;
  const { states } = open(
    class extends EmptyService {
      protected override find(petId: string): Pet | undefined {
        requests += 1;
        return requests < 4 ? undefined : super.find(petId);
      }
    },
    { retryBudget: 60_000 },
  );

  await states.withStatus('sold');

  expect(requests).toBeGreaterThanOrEqual(4);
});

test('goes on with a pet that is never shown', async () => {
  const { states } = open(
    class extends EmptyService {
      protected override page(_limit: number, _filter: PetStatus | undefined): Pet[] {
        return [{ id: 9n, name: 'Max', categoryId: 1n, status: 'sold' }];
      }
    },
  );

  expect((await states.withStatus('sold')).id).toBe(1n);
});
