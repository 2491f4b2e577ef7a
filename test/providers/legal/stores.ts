import type { Call } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import type { LegalVariant } from '../variant.js';

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
  {
    name: 'empty-store',
    permittedBy: '4.1',
    difference: 'There is no pet at the start.',
    service: startingWith(() => []),
  },
  {
    name: 'one-pet',
    permittedBy: '4.1',
    difference: 'There is one pet at the start.',
    service: startingWith(() => somePets(1)),
  },
  {
    name: 'twenty-pets',
    permittedBy: '4.1',
    difference: 'There are 20 pets at the start, as many as the default page has.',
    service: startingWith(() => somePets(20)),
  },
  {
    name: 'a-hundred-pets',
    permittedBy: '4.1',
    difference: 'There are 100 pets at the start, as many as the largest page has.',
    service: startingWith(() => somePets(100)),
  },
  {
    name: 'ten-thousand-pets',
    permittedBy: '4.1',
    difference: 'There are 10,000 pets at the start, so no list shows a new one.',
    service: startingWith(() => somePets(10_000)),
  },
  {
    name: 'only-sold-pets',
    permittedBy: '4.1',
    difference: 'All 150 pets of the start are sold.',
    service: startingWith(() => somePets(150).map((pet) => ({ ...pet, status: 'sold' }))),
  },
  {
    name: 'no-pet-has-a-status',
    permittedBy: '2',
    difference: 'None of the pets of the start has a status.',
    service: startingWith(() => somePets(30).map((pet) => ({ ...pet, status: undefined }))),
  },
  {
    name: 'equal-pets',
    permittedBy: '2',
    difference: 'The pets of the start differ in nothing but their id.',
    service: startingWith(() =>
      somePets(30).map(({ id }) => ({ id, name: 'Rex', categoryId: 1n, status: 'available' })),
    ),
  },
  {
    name: 'odd-pets',
    permittedBy: '2',
    difference: 'The pets of the start have odd names, and categories at the ends of int64.',
    service: startingWith(() =>
      oddNames.map((name, index) => ({
        id: BigInt(index + 1),
        name,
        categoryId: index % 2 === 0 ? 2n ** 63n - 1n : -(2n ** 63n),
      })),
    ),
  },
  {
    name: 'other-clients',
    permittedBy: '1',
    difference: 'Other clients create a pet at every fifth call.',
    service: class extends Service {
      #calls = 0;

      override async answer(call: Call) {
        this.#calls += 1;
        if (this.#calls % 5 === 0) this.added({ name: 'Of another client', categoryId: 2n });
        return super.answer(call);
      }
    },
  },
  {
    name: 'without-status-available',
    permittedBy: '3',
    difference: 'A pet created without a status is available.',
    service: defaulting('available'),
  },
  {
    name: 'without-status-pending',
    permittedBy: '3',
    difference: 'A pet created without a status is pending.',
    service: defaulting('pending'),
  },
  {
    name: 'without-status-sold',
    permittedBy: '3',
    difference: 'A pet created without a status is sold.',
    service: defaulting('sold'),
  },
];
