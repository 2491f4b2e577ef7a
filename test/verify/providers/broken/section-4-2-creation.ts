import { type Answer, Refusal } from '../call.js';
import type { NewPet, Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, CountingIds } from '../variant.js';

/** Does something else at some creations, counted from 1. */
const creating = (before: (count: number, fields: NewPet, pets: readonly Pet[]) => NewPet) =>
  class extends Service {
    #count = 0;

    protected override added(fields: NewPet) {
      this.#count += 1;
      return super.added(before(this.#count, fields, this.pets));
    }
  };

/** A creation adds the pet that was sent, each time. */
export const section42Creation: readonly BrokenVariant[] = breaking('4.2', {
  'created-shows-the-pet-before': [
    'A creation is answered with the pet that was created before.',
    class extends Service {
      protected override added(fields: NewPet) {
        const before = this.pets.at(-1);
        const pet = super.added(fields);
        return before ?? pet;
      }
    },
  ],
  'created-but-not-stored': [
    'A creation is answered with 201, but the pet is nowhere.',
    class extends CountingIds {
      protected override keep() {}
    },
  ],
  'created-overwrites-the-pet-before': [
    'A created pet takes the place of the one created before it.',
    class extends CountingIds {
      protected override keep(pet: Pet) {
        this.pets = this.pets.filter((other) => other.id <= 30n);
        super.keep(pet);
      }
    },
  ],
  'third-creation-fails': [
    'Every third creation fails with 500.',
    creating((count, fields) => {
      if (count % 3 === 0) throw new Refusal(500, 'deadlock', 'Please try again.');
      return fields;
    }),
  ],
  'third-created-pet-has-the-name-of-the-first': [
    'From the third creation on a pet gets the name of the one two before it.',
    creating((count, fields, pets) =>
      count < 3 ? fields : { ...fields, name: pets.at(-2)?.name ?? fields.name },
    ),
  ],
  'equal-names-refused': [
    'A second pet of a name is refused with 409.',
    creating((_count, fields, pets) => {
      if (pets.some((pet) => pet.name === fields.name))
        throw new Refusal(409, 'conflict', 'There is a pet of this name.');
      return fields;
    }),
  ],
  'no-pet-can-be-created': [
    'There is no creation: POST is answered with 405.',
    class extends Service {
      protected override async create(): Promise<Answer> {
        throw new Refusal(405, 'method_not_allowed', 'There is no POST here.');
      }
    },
  ],
});
