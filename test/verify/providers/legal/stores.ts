import type { Call } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import { type LegalVariant, permitting } from '../variant.js';

const startingWith = (pets: () => Pet[]) =>
  class extends Service {
    protected override firstPets() {
      return pets();
    }
  };

/** Gives a pet a status of its own where none was sent. */
const defaulting = (status: PetStatus) =>
  class extends Service {
    protected override statusOf(value: unknown) {
      return super.statusOf(value) ?? status;
    }
  };

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
export const legalStores: readonly LegalVariant[] = [
  ...permitting('4.1', {
    'empty-store': ['There is no pet at the start.', startingWith(() => [])],
    'one-pet': ['There is one pet at the start.', startingWith(() => somePets(1))],
    'twenty-pets': [
      'There are 20 pets at the start, as many as the default page has.',
      startingWith(() => somePets(20)),
    ],
    'a-hundred-pets': [
      'There are 100 pets at the start, as many as the largest page has.',
      startingWith(() => somePets(100)),
    ],
    'ten-thousand-pets': [
      'There are 10,000 pets at the start, so no list shows a new one.',
      startingWith(() => somePets(10_000)),
    ],
    'only-sold-pets': [
      'All 150 pets of the start are sold.',
      startingWith(() => somePets(150).map((pet) => ({ ...pet, status: 'sold' }))),
    ],
  }),
  ...permitting('2', {
    'no-pet-has-a-status': [
      'None of the pets of the start has a status.',
      startingWith(() => somePets(30).map((pet) => ({ ...pet, status: undefined }))),
    ],
    'equal-pets': [
      'The pets of the start differ in nothing but their id.',
      startingWith(() =>
        somePets(30).map(({ id }) => ({ id, name: 'Rex', categoryId: 1n, status: 'available' })),
      ),
    ],
    'odd-pets': [
      'The pets of the start have odd names, and categories at the ends of int64.',
      startingWith(() =>
        oddNames.map((name, index) => ({
          id: BigInt(index + 1),
          name,
          categoryId: index % 2 === 0 ? 2n ** 63n - 1n : -(2n ** 63n),
        })),
      ),
    ],
  }),
  ...permitting('1', {
    'other-clients': [
      'Other clients create a pet at every fifth call.',
      class extends Service {
        #calls = 0;

        override async answer(call: Call) {
          this.#calls += 1;
          if (this.#calls % 5 === 0) this.added({ name: 'Of another client', categoryId: 2n });
          return super.answer(call);
        }
      },
    ],
  }),
  ...permitting('3', {
    'without-status-available': [
      'A pet created without a status is available.',
      defaulting('available'),
    ],
    'without-status-pending': ['A pet created without a status is pending.', defaulting('pending')],
    'without-status-sold': ['A pet created without a status is sold.', defaulting('sold')],
  }),
];
