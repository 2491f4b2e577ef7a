import { int64Of, type Pet } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

/** Finds a pet for an id that no pet has. */
const guessing = (guess: (id: bigint, pets: readonly Pet[]) => Pet | undefined) =>
  class extends Service {
    protected override find(petId: string) {
      const id = int64Of(petId);
      return super.find(petId) ?? (id === undefined ? undefined : guess(id, this.pets));
    }
  };

/** An id that no pet has finds no pet. */
export const section43OtherIds: readonly BrokenVariant[] = [
  {
    name: 'unknown-pet-is-the-first',
    breaks: '4.3',
    difference: 'For an unknown id the first pet is read.',
    service: guessing((_id, pets) => pets[0]),
  },
  {
    name: 'unknown-pet-is-the-nearest',
    breaks: '4.3',
    difference: 'For an unknown id the pet of the next smaller id is read.',
    service: guessing((id, pets) => pets.findLast((pet) => pet.id < id)),
  },
  {
    name: 'unknown-pet-is-made-up',
    breaks: '4.3',
    difference: 'For an unknown id a pet of that id is made up.',
    service: guessing((id) => ({ id, name: 'Rex', categoryId: 1n, status: 'available' })),
  },
  {
    name: 'id-zero-is-the-first-pet',
    breaks: '4.3',
    difference: 'For the id 0, which no pet has, the first pet is read.',
    service: guessing((id, pets) => (id === 0n ? pets[0] : undefined)),
  },
  {
    name: 'negative-id-loses-its-sign',
    breaks: '4.3',
    difference: 'For the id -1, which no pet has, pet 1 is read.',
    service: guessing((id, pets) => pets.find((pet) => pet.id === -id)),
  },
  {
    name: 'id-wrapped-at-32-bits',
    breaks: '4.3',
    difference: 'For an id that is larger by 2^32 than that of a pet, that pet is read.',
    service: guessing((id, pets) => pets.find((pet) => pet.id === BigInt.asIntN(32, id))),
  },
  {
    name: 'id-beyond-int32-is-500',
    breaks: '4.3',
    difference: 'An unknown id beyond 2^31 fails with 500.',
    service: guessing((id) => {
      if (BigInt.asIntN(32, id) !== id) throw new RangeError('value out of range for integer');
      return undefined;
    }),
  },
  {
    name: 'id-found-by-its-start',
    breaks: '4.3',
    difference: 'An unknown id finds the pet whose id is its first digits: 3100 finds 31.',
    service: guessing((id, pets) => pets.findLast((pet) => `${id}`.startsWith(`${pet.id}`))),
  },
  {
    name: 'unknown-pet-found-after-a-creation',
    breaks: '4.3',
    difference: 'Once a pet was created, it is read for every unknown id.',
    service: guessing((_id, pets) => (pets.length > 30 ? pets.at(-1) : undefined)),
  },
];
