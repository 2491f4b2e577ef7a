import type { Call } from '../call.js';
import type { Fields, NewPet, Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, showing } from '../variant.js';

/** A name is shown as it was stored, and needn't be unique. */
export const section2NameShown: readonly BrokenVariant[] = breaking('2', {
  'empty-name-left-out': [
    'An empty name is accepted, and the pet is shown without a name.',
    showing((pet) => ({ ...pet, name: pet.name === '' ? undefined : pet.name })),
  ],
  'name-missing-in-lists': [
    'Pets in a list have no name.',
    showing((pet, call) => (call.operation === 'listPets' ? { ...pet, name: undefined } : pet)),
  ],
  'name-as-object': [
    'A name is shown with its language: {"en": "Rex"}.',
    showing((pet) => ({ ...pet, name: { en: pet.name } })),
  ],
  'name-shortened-in-lists': [
    'In a list a name ends after 12 characters with an ellipsis.',
    showing((pet, call) => {
      const name = `${pet.name}`;
      return call.operation === 'listPets' && name.length > 12
        ? { ...pet, name: `${name.slice(0, 12)}…` }
        : pet;
    }),
  ],
  'names-made-unique': [
    'The second pet of a name gets a number after it.',
    class extends Service {
      protected override added(fields: NewPet) {
        const same = this.pets.filter((pet) => pet.name === fields.name).length;
        return super.added(same === 0 ? fields : { ...fields, name: `${fields.name} (${same})` });
      }
    },
  ],
  'one-pet-of-a-name': [
    'A second pet of a name is merged into the first, and has its id.',
    class extends Service {
      protected override added(fields: NewPet): Pet {
        return this.pets.find((pet) => pet.name === fields.name) ?? super.added(fields);
      }
    },
  ],
  'equal-pets-are-one': [
    'When the same body is sent twice, the pet that is there comes back.',
    class extends Service {
      readonly #seen = new Map<string, Pet>();

      protected override async create(call: Call) {
        const seen = this.#seen.get(`${call.body}`);
        return seen === undefined
          ? super.create(call)
          : this.reply(201, this.shown(seen, call), call);
      }

      protected override shown(pet: Pet, call: Call): Fields {
        if (call.operation === 'createPet') this.#seen.set(`${call.body}`, pet);
        return super.shown(pet, call);
      }
    },
  ],
});
