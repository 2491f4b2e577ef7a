import type { Answer, Call } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, isGood, withBody } from '../variant.js';

const read = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) =>
    call.operation === 'getPet' && isGood(answer) ? change(answer, call) : answer,
  );

/** Finds a pet in another way; `count` is how often this id was asked for. */
const finding = (find: (pet: Pet, count: number) => Pet | undefined) =>
  class extends Service {
    readonly #counts = new Map<bigint, number>();

    protected override find(petId: string) {
      const pet = super.find(petId);
      if (pet === undefined) return undefined;
      const count = (this.#counts.get(pet.id) ?? 0) + 1;
      this.#counts.set(pet.id, count);
      return find(pet, count);
    }
  };

/** A pet that there is can be read. */
export const section43Known: readonly BrokenVariant[] = [
  {
    name: 'pet-in-an-array',
    breaks: '4.3',
    difference: 'A pet that is read comes in an array.',
    service: read((answer) => withBody(answer, `[${answer.body}]`)),
  },
  {
    name: 'pet-in-an-envelope',
    breaks: '4.3',
    difference: 'A pet that is read comes as {"pet": {...}}.',
    service: read((answer) => withBody(answer, `{"pet":${answer.body}}`)),
  },
  {
    name: 'pet-with-203',
    breaks: '4.3',
    difference: 'A pet that is read comes with status 203.',
    service: read((answer) => ({ ...answer, status: 203 })),
  },
  {
    name: 'pet-with-201',
    breaks: '4.3',
    difference: 'A pet that is read comes with status 201.',
    service: read((answer) => ({ ...answer, status: 201 })),
  },
  {
    name: 'reading-moved',
    breaks: '4.3',
    difference: 'Reading a pet is redirected to the list.',
    service: read((answer) => ({
      ...answer,
      status: 301,
      headers: { Location: '/v1/pets' },
      body: '',
    })),
  },
  {
    name: 'pet-readable-once',
    breaks: '4.3',
    difference: 'A pet can be read once; after that it is not found.',
    service: finding((pet, count) => (count > 1 ? undefined : pet)),
  },
  {
    name: 'pet-readable-three-times',
    breaks: '4.3',
    difference: 'A pet can be read three times; after that it is not found.',
    service: finding((pet, count) => (count > 3 ? undefined : pet)),
  },
  {
    name: 'pet-not-found-at-first',
    breaks: '4.3',
    difference: 'A pet is not found the first time it is read.',
    service: finding((pet, count) => (count === 1 ? undefined : pet)),
  },
  {
    name: 'created-pets-not-readable',
    breaks: '4.3',
    difference: 'A created pet is in the list, but cannot be read.',
    service: finding((pet) => (pet.id > 30n ? undefined : pet)),
  },
  {
    name: 'sold-pets-not-readable',
    breaks: '4.3',
    difference: 'A sold pet cannot be read.',
    service: finding((pet) => (pet.status === 'sold' ? undefined : pet)),
  },
  {
    name: 'pets-without-status-not-readable',
    breaks: '4.3',
    difference: 'A pet without a status cannot be read.',
    service: finding((pet) => (pet.status === undefined ? undefined : pet)),
  },
  {
    name: 'only-the-newest-pets-readable',
    breaks: '4.3',
    difference: 'A pet cannot be read any more once two others were created after it.',
    service: class extends Service {
      protected override find(petId: string) {
        const pet = super.find(petId);
        return pet !== undefined && pet.id > 30n && !this.pets.slice(-2).includes(pet)
          ? undefined
          : pet;
      }
    },
  },
];
