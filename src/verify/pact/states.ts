import { readState, type StateParameters } from '../../contract/provider-states.js';
import type { PetStatus } from '../../document/pet.js';
import type { NoOtherKey } from '../../document/requirements.js';
import { eventually } from '../checks/check.js';
import { invalidKey } from '../evidence.js';
import { createFirstPet } from '../probe.js';
import { type Provider, unlikelyId } from '../provider.js';
import { CannotVerify, CheckFailed, catchError, Inconclusive, StaleResponse } from '../result.js';

/** Creates a function that sets up a provider state through the interface: it creates missing pets. */
export function createStates(provider: Provider) {
  const { readOnly } = provider.options;
  const petIds = new Map<PetStatus | undefined, string>();

  /** Finds a category that is accepted, by the first pet that is needed; whatever else is wrong shows later. */
  const findCategory = async (status?: PetStatus) => {
    if (!readOnly && provider.shared.size === 0) {
      await catchError(CannotVerify, () => createFirstPet(provider, status));
    }
  };

  const findPet = async (status: PetStatus | undefined): Promise<string> => {
    if (readOnly) {
      // A service may give a status to a pet that was created without one, so any listed pet stands for it.
      const { pets } = await provider.listAll(status);
      return `${(pets[0] ?? (await provider.findListed(status))).id}`;
    }
    await findCategory(status);
    const { length } = provider.created;
    const created = await catchError(CheckFailed, () => provider.create(status && { status }));
    const { id = '' } = provider.created[length] ?? {};
    // Whatever else is wrong with the pet is for the interaction to show.
    if (created instanceof CheckFailed && !/^-?\d+$/.test(id)) {
      throw created;
    }
    return id;
  };

  /** Waits for a store that lags; what is still missing then is for the interaction to show. */
  const waitForPets = (count: number, id?: string, status?: PetStatus) =>
    catchError(CheckFailed, () =>
      eventually(provider, async () => {
        const { pets: listed, isWhole, exchange } = await provider.listAll(status);
        const isListed = id === undefined || listed.some((pet) => `${pet.id}` === id);
        if (listed.length < count || (isWhole && !isListed)) {
          throw provider.failure(exchange, { expected: 'the created pets' }, StaleResponse);
        }
        return id && provider.get(BigInt(id));
      }),
    );

  return async (state: string, params: StateParameters) => {
    const { key, categoryId, pet, unusedId, count = 0, ...others } = readState(state, params);
    others satisfies NoOtherKey;
    const apiKey = key === 'invalid' ? invalidKey : provider.options.apiKey;
    // Integers are strings of digits, because numbers would be rounded.
    const found: Record<string, string> = key ? { apiKey } : {};
    if (categoryId !== undefined) {
      found.categoryId = String((await provider.setUp({ categoryId })).categoryId);
    }
    if (count > 0) {
      await findCategory();
      // A list that is wrong itself is for the interaction to show.
      const create = () => catchError(CheckFailed, () => provider.atLeast(count));
      const failed = await catchError(Inconclusive, create);
      if (failed instanceof Inconclusive && failed.evidence === undefined) {
        throw failed;
      }
      await waitForPets(count);
    }
    if (pet !== undefined) {
      found.petId = petIds.get(pet.status) ?? (await findPet(pet.status));
      petIds.set(pet.status, found.petId);
      await waitForPets(0, found.petId, pet.status);
    }
    if (unusedId) {
      found.petId = String(unlikelyId);
    }
    return found;
  };
}
