import {
  readState,
  type StateParameters,
  type StateValues,
} from '../../contract/provider-states.js';
import type { PetStatus } from '../../document/pet.js';
import { type CheckContext, eventually } from '../checks/check.js';
import { unlikelyId } from '../pets.js';
import { createFirstPet } from '../probe.js';
import { CannotVerify, CheckFailed, catchError, Inconclusive } from '../result.js';

/**
 * Sets up provider states through the interface: lists pets, and creates the missing ones.
 *
 * @returns sets up a state, and returns the values for the interaction's request, or throws
 */
export function createStates(context: CheckContext) {
  const { store, pets } = context;
  let first: Promise<unknown> | undefined;
  /** Finds a category that is accepted, by the first pet that is needed; whatever else is wrong shows later. */
  const findCategory = (status?: PetStatus) => {
    if (!store.readOnly) {
      first ??= catchError(CannotVerify, () => createFirstPet(pets, status));
    }
    return first;
  };

  const findPet = async (status: PetStatus | undefined): Promise<string> => {
    if (store.readOnly) {
      // A service may give a status to a pet that was created without one, so any listed pet stands for it.
      const [pet = await pets.findListed(status)] = (await store.listAll(status)).pets;
      return `${pet.id}`;
    }
    await findCategory(status);
    const { length } = store.created;
    const created = await catchError(CheckFailed, () => pets.create(status && { status }));
    const { id = '' } = store.created[length] ?? {};
    // Whatever else is wrong with the pet is for the interaction to show.
    if (created instanceof CheckFailed && !/^-?\d+$/.test(id)) {
      throw created;
    }
    return id;
  };
  const petIds = new Map<PetStatus | undefined, string>();

  /** Waits for a store that lags; what is still missing then is for the interaction to show. */
  const waitForPets = (count: number, id?: string, status?: PetStatus) =>
    catchError(CheckFailed, () =>
      eventually(context, async () => {
        const { pets: listed, isWhole, exchange } = await store.listAll(status);
        const isListed = id === undefined || listed.some((pet) => `${pet.id}` === id);
        if (listed.length < count || (isWhole && !isListed)) {
          throw store.staleFailure(exchange, { expected: 'the created pets' });
        }
        return id && store.get(BigInt(id));
      }),
    );

  return async (state: string, params: StateParameters): Promise<StateValues> => {
    const { key, categoryId, pet, unusedId, count = 0 } = readState(state, params);
    const found: StateValues = key ? { apiKey: store.keys[key] } : {};
    if (categoryId === 'any') {
      found.categoryId = String(pets.categoryId);
    } else if (categoryId !== undefined) {
      await pets.withCategory(BigInt(categoryId));
      found.categoryId = categoryId;
    }
    if (count > 0) {
      await findCategory();
      // A list that is wrong itself is for the interaction to show.
      const failed = await catchError(Inconclusive, () => pets.atLeast(count));
      if (failed instanceof Inconclusive && !('evidence' in failed.result)) {
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
