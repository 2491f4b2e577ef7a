import {
  planState,
  type StateParameters,
  type StateValues,
  toValues,
} from '../../contract/provider-states.js';
import type { PetStatus } from '../../document/pet.js';
import { type CheckContext, eventually, expectSamePet } from '../checks/check.js';
import { expectListed } from '../checks/listing.js';
import { unlikelyId } from '../pets.js';
import { createFirstPet } from '../probe.js';
import { CannotVerify, CheckFailed, catchError, Inconclusive } from '../result.js';

/**
 * Sets up a provider state, and returns the values for the interaction's request.
 *
 * @throws {Error} when it can't be set up
 */
export type SetUpState = (state: string, params: StateParameters) => Promise<StateValues>;

/** Sets up provider states through the interface: lists pets, and creates the missing ones. */
export function createStates(context: CheckContext, categories: readonly bigint[]): SetUpState {
  const { store, pets } = context;
  let first: Promise<unknown> | undefined;
  /** Finds a category that is accepted, by the first pet that is needed; whatever else is wrong shows later. */
  const findCategory = (status?: PetStatus) => {
    if (!store.readOnly) {
      first ??= catchError(CannotVerify, () => createFirstPet(pets, status, categories));
    }
    return first;
  };
  const petIds = new Map<PetStatus | undefined, Promise<string>>();

  /** Waits for a store that lags; what is still missing then is for the interaction to show. */
  const waitUntil = (test: () => Promise<void>) =>
    catchError(CheckFailed, () => eventually(context, test));

  const findPet = async (status: PetStatus | undefined): Promise<string> => {
    const { length } = store.created;
    if (store.readOnly && status === undefined) {
      // A service may give a status to a pet that was created without one, so any listed pet stands for it.
      const [any = await pets.findListed(status)] = (await store.listAll()).pets;
      return `${any.id}`;
    }
    await findCategory(status);
    const pet = await catchError(CheckFailed, () => pets.findOrCreate(status));
    if (pet instanceof CheckFailed) {
      // Whatever else is wrong with a created pet.
      const { id = '' } = store.created[length] ?? {};
      if (/^-?\d+$/.test(id)) {
        return id;
      }
      throw pet;
    }
    await waitUntil(async () => {
      expectSamePet(context, pet, await store.get(pet.id), 'the created pet');
      const page = await store.listAll(status);
      if (page.isWhole) {
        expectListed(context, page, pet);
      }
    });
    return `${pet.id}`;
  };

  return async (state, params) => {
    const { categoryId, pet, unusedId, count = 0 } = planState(state, params);
    const found: StateValues = {};
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
      await waitUntil(async () => {
        const page = await store.listAll();
        if (page.pets.length < count) {
          throw store.staleFailure(page.exchange, { expected: `at least ${count} pets` });
        }
      });
    }
    if (pet !== undefined) {
      const petId = petIds.get(pet.status) ?? findPet(pet.status);
      petIds.set(pet.status, petId);
      found.petId = await petId;
    }
    if (unusedId) {
      found.petId = String(unlikelyId);
    }
    return toValues(state, found, store.keys);
  };
}
