import type { Answer, Call } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, breaking, isGood, withBody } from '../variant.js';

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
export const section43Known: readonly BrokenVariant[] = breaking('4.3', {
  'pet-in-an-array': [
    'A pet that is read comes in an array.',
    read((answer) => withBody(answer, `[${answer.body}]`)),
  ],
  'pet-in-an-envelope': [
    'A pet that is read comes as {"pet": {...}}.',
    read((answer) => withBody(answer, `{"pet":${answer.body}}`)),
  ],
  'pet-with-203': [
    'A pet that is read comes with status 203.',
    read((answer) => ({ ...answer, status: 203 })),
  ],
  'pet-with-201': [
    'A pet that is read comes with status 201.',
    read((answer) => ({ ...answer, status: 201 })),
  ],
  'reading-moved': [
    'Reading a pet is redirected to the list.',
    read((answer) => ({
      ...answer,
      status: 301,
      headers: { Location: '/v1/pets' },
      body: '',
    })),
  ],
  'pet-readable-once': [
    'A pet can be read once; after that it is not found.',
    finding((pet, count) => (count > 1 ? undefined : pet)),
  ],
  'pet-readable-three-times': [
    'A pet can be read three times; after that it is not found.',
    finding((pet, count) => (count > 3 ? undefined : pet)),
  ],
  'pet-not-found-at-first': [
    'A pet is not found the first time it is read.',
    finding((pet, count) => (count === 1 ? undefined : pet)),
  ],
  'created-pets-not-readable': [
    'A created pet is in the list, but cannot be read.',
    finding((pet) => (pet.id > 30n ? undefined : pet)),
  ],
  'sold-pets-not-readable': [
    'A sold pet cannot be read.',
    finding((pet) => (pet.status === 'sold' ? undefined : pet)),
  ],
  'pets-without-status-not-readable': [
    'A pet without a status cannot be read.',
    finding((pet) => (pet.status === undefined ? undefined : pet)),
  ],
  'only-the-newest-pets-readable': [
    'A pet cannot be read any more once two others were created after it.',
    class extends Service {
      protected override find(petId: string) {
        const pet = super.find(petId);
        return pet !== undefined && pet.id > 30n && !this.pets.slice(-2).includes(pet)
          ? undefined
          : pet;
      }
    },
  ],
});
