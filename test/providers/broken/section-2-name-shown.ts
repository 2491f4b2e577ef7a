import type { Call } from '../call.js';
import type { Fields, NewPet, Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, showing } from '../variant.js';

/** A name is shown as it was stored, and needn't be unique. */
export const section2NameShown: readonly BrokenVariant[] = [
  {
    name: 'empty-name-left-out',
    breaks: '2',
    difference: 'An empty name is accepted, and the pet is shown without a name.',
    service: showing((pet) => ({ ...pet, name: pet.name === '' ? undefined : pet.name })),
  },
  {
    name: 'name-missing-in-lists',
    breaks: '2',
    difference: 'Pets in a list have no name.',
    service: showing((pet, call) =>
      call.operation === 'listPets' ? { ...pet, name: undefined } : pet,
    ),
  },
  {
    name: 'name-as-object',
    breaks: '2',
    difference: 'A name is shown with its language: {"en": "Rex"}.',
    service: showing((pet) => ({ ...pet, name: { en: pet.name } })),
  },
  {
    name: 'name-shortened-in-lists',
    breaks: '2',
    difference: 'In a list a name ends after 12 characters with an ellipsis.',
    service: showing((pet, call) => {
      const name = `${pet.name}`;
      return call.operation === 'listPets' && name.length > 12
        ? { ...pet, name: `${name.slice(0, 12)}…` }
        : pet;
    }),
  },
  {
    name: 'names-made-unique',
    breaks: '2',
    difference: 'The second pet of a name gets a number after it.',
    service: class extends Service {
      protected override added(fields: NewPet) {
        const same = this.pets.filter((pet) => pet.name === fields.name).length;
        return super.added(same === 0 ? fields : { ...fields, name: `${fields.name} (${same})` });
      }
    },
  },
  {
    name: 'one-pet-of-a-name',
    breaks: '2',
    difference: 'A second pet of a name is merged into the first, and has its id.',
    service: class extends Service {
      protected override added(fields: NewPet): Pet {
        return this.pets.find((pet) => pet.name === fields.name) ?? super.added(fields);
      }
    },
  },
  {
    name: 'equal-pets-are-one',
    breaks: '2',
    difference: 'When the same body is sent twice, the pet that is there comes back.',
    service: class extends Service {
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
  },
];
