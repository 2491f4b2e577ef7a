import type { Call } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import { changing, permitting } from '../variant.js';

const startingWith = (pets: () => Pet[]) => changing('firstPets', () => pets());

/** Gives a pet a status of its own where none was sent. */
const defaulting = (status: PetStatus) =>
  changing('statusOf', (plain, value) => plain(value) ?? status);

const oddNames = [
  '',
  ' ',
  '\u0000',
  '"',
  '\\',
  "'; DROP TABLE pets; --",
  'a\u0301',
  '\u202e',
  '👩‍👩‍👧',
];

/** Any store will do, and a pet without a status may get one. */
export const legalStores = permitting({
  'There is no pet at the start.': startingWith(() => []),
  'There is one pet at the start.': startingWith(() => somePets(1)),
  'There are 20 pets at the start, as many as the default page has.': startingWith(() =>
    somePets(20),
  ),
  'There are 100 pets at the start, as many as the largest page has.': startingWith(() =>
    somePets(100),
  ),
  'There are 10,000 pets at the start, so no list shows a new one.': startingWith(() =>
    somePets(10_000),
  ),
  'All 150 pets of the start are sold.': startingWith(() =>
    somePets(150).map((pet) => ({ ...pet, status: 'sold' })),
  ),
  'None of the pets of the start has a status.': startingWith(() =>
    somePets(30).map((pet) => ({ ...pet, status: undefined })),
  ),
  'The pets of the start differ in nothing but their id.': startingWith(() =>
    somePets(30).map(({ id }) => ({ id, name: 'Rex', categoryId: 1n, status: 'available' })),
  ),
  'The pets of the start have odd names, and categories at the ends of int64.': startingWith(() =>
    oddNames.map((name, index) => ({
      id: BigInt(index + 1),
      name,
      categoryId: index % 2 === 0 ? 2n ** 63n - 1n : -(2n ** 63n),
    })),
  ),
  'Other clients create a pet at every fifth call.': class extends Service {
    #calls = 0;

    override async answer(call: Call) {
      this.#calls += 1;
      if (this.#calls % 5 === 0) this.added({ name: 'Of another client', categoryId: 2n });
      return super.answer(call);
    }
  },
  'A pet created without a status is available.': defaulting('available'),
  'A pet created without a status is pending.': defaulting('pending'),
  'A pet created without a status is sold.': defaulting('sold'),
});
