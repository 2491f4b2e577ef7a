import { int64Of, type Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Finds a pet for an id that no pet has. */
const guessing = (guess: (id: bigint, pets: readonly Pet[]) => Pet | undefined) =>
  class extends Service {
    protected override find(petId: string) {
      const id = int64Of(petId);
      return super.find(petId) ?? (id === undefined ? undefined : guess(id, this.pets));
    }
  };

/** An id that no pet has finds no pet. */
export const section43OtherIds: readonly BrokenVariant[] = breaking('4.3', {
  'unknown-pet-is-the-first': [
    'For an unknown id the first pet is read.',
    guessing((_id, pets) => pets[0]),
  ],
  'unknown-pet-is-the-nearest': [
    'For an unknown id the pet of the next smaller id is read.',
    guessing((id, pets) => pets.findLast((pet) => pet.id < id)),
  ],
  'unknown-pet-is-made-up': [
    'For an unknown id a pet of that id is made up.',
    guessing((id) => ({ id, name: 'Rex', categoryId: 1n, status: 'available' })),
  ],
  'id-zero-is-the-first-pet': [
    'For the id 0, which no pet has, the first pet is read.',
    guessing((id, pets) => (id === 0n ? pets[0] : undefined)),
  ],
  'negative-id-loses-its-sign': [
    'For the id -1, which no pet has, pet 1 is read.',
    guessing((id, pets) => pets.find((pet) => pet.id === -id)),
  ],
  'id-wrapped-at-32-bits': [
    'For an id that is larger by 2^32 than that of a pet, that pet is read.',
    guessing((id, pets) => pets.find((pet) => pet.id === BigInt.asIntN(32, id))),
  ],
  'id-beyond-int32-is-500': [
    'An unknown id beyond 2^31 fails with 500.',
    guessing((id) => {
      if (BigInt.asIntN(32, id) !== id) throw new RangeError('value out of range for integer');
      return undefined;
    }),
  ],
  'id-found-by-its-start': [
    'An unknown id finds the pet whose id is its first digits: 3100 finds 31.',
    guessing((id, pets) => pets.findLast((pet) => `${id}`.startsWith(`${pet.id}`))),
  ],
  'unknown-pet-found-after-a-creation': [
    'Once a pet was created, it is read for every unknown id.',
    guessing((_id, pets) => (pets.length > 30 ? pets.at(-1) : undefined)),
  ],
});
