import type { NewPet, Pet } from '../../engine/pets/pet.js';
import { isSamePet, type Told } from '../provider/animal-store.js';
import type { Trial } from './check.js';
import { soon } from './eventually.js';

/**
 * A pet is told as it was told before. One that we created never changes; those of others may, by
 * operations that are not shown (section 4.4).
 *
 * @throws {Broken} or {Stale}
 */
export function expectSame(
  { store, pets }: Trial,
  before: Pet,
  told: Told,
  expected: string,
): void {
  if (!isSamePet(told.pet, before)) {
    const isOurs = pets.created.some(({ id }) => id === before.id);
    throw isOurs ? store.broken(told.exchange, expected) : store.stale(told.exchange, expected);
  }
}

/** getPet tells a pet as createPet told it. */
export function readsBack(trial: Trial, pet: Pet, expected = 'the pet as createPet told it') {
  return soon(trial, async () => expectSame(trial, pet, await trial.store.get(pet.id), expected));
}

/** Creates what a provider may refuse, and reads it back where it doesn't. How many were taken? */
export async function offerAll(trial: Trial, newPets: readonly NewPet[]): Promise<number> {
  let taken = 0;
  for (const newPet of newPets) {
    const told = await trial.pets.offer(newPet);
    if (told !== undefined) {
      taken += 1;
      await readsBack(trial, told.pet);
    }
  }
  return taken;
}
