import {
  planState,
  type StateParameters,
  type StateValues,
  toValues,
} from '../../contract/provider-states.js';
import type { PetStatus } from '../../document/pet.js';
import { type CheckContext, eventually, expectSamePet } from '../checks/check.js';
import { expectListed } from '../checks/listing.js';
import { createFirstPet } from '../probe.js';
import { CheckFailed, catchError, Inconclusive } from '../result.js';

/**
 * Sets up a provider state, and returns the values for the interaction's request.
 *
 * @throws {Error} when it can't be set up
 */
export type SetUpState = (state: string, params: StateParameters) => Promise<StateValues>;

/**
 * Sets up provider states through the interface: lists pets, and creates the missing ones.
 *
 * @param candidates the categories to try; none when the user set one
 */
export function createStates(context: CheckContext, candidates: readonly bigint[]): SetUpState {
  const { store, pets } = context;
  const petIds = new Map<PetStatus | undefined, Promise<string>>();
  let first: Promise<void> | undefined;
  /** Finds a category with which pets can be created, and sets no status that no interaction asks for. */
  const findCategory = (status?: PetStatus) => {
    first ??= store.readOnly ? Promise.resolve() : createFirstPet(pets, candidates, status);
    return first;
  };

  /** Waits for a store that lags; what is still missing then is for the interaction to show. */
  const waitUntil = (test: () => Promise<void>) =>
    catchError(CheckFailed, () => eventually(context, test));

  /** A service may give a status to a pet that was created without one, so any listed pet stands for it. */
  const findExisting = async (status: PetStatus | undefined) => {
    const found = await catchError(Inconclusive, () => pets.withStatus(status));
    if (!(found instanceof Inconclusive)) {
      return found;
    }
    const [other] = status === undefined ? (await store.listAll()).pets : [];
    if (other === undefined) {
      throw found;
    }
    return other;
  };

  const findPet = async (status: PetStatus | undefined): Promise<string> => {
    if (store.readOnly) {
      return `${(await findExisting(status)).id}`;
    }
    let before = store.created.length;
    const pet = await catchError(Error, async () => {
      await findCategory(status);
      before = store.created.length;
      return pets.createShared(status);
    });
    if (pet instanceof Error) {
      // Whatever else is wrong with a created pet.
      const { id = '' } = store.created[before] ?? {};
      if (/^-?\d+$/.test(id)) {
        return id;
      }
      const listed = await catchError(Error, () => pets.findListed(status));
      if (listed instanceof Error) {
        throw pet;
      }
      return `${listed.id}`;
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
      found.petId = String(await pets.unusedId());
    }
    return toValues(state, found, store.keys);
  };
}
