import { badRequest, type Call } from '../call.js';
import { int64Of, type Pet, type PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type LegalVariant, permitting } from '../variant.js';

/** Ids for the pets of the start and all later ones, by their number from 1 on. */
const withIds = (idAt: (number: bigint) => bigint) =>
  class extends Service {
    protected override firstPets() {
      return super.firstPets().map((pet) => ({ ...pet, id: idAt(pet.id) }));
    }

    protected override nextId() {
      return idAt(BigInt(this.pets.length + 1));
    }
  };

const ordering = (order: (pets: readonly Pet[]) => readonly Pet[]) =>
  class extends Service {
    protected override page(limit: number, filter: PetStatus | undefined) {
      return order(super.page(Number.POSITIVE_INFINITY, filter)).slice(0, limit);
    }
  };

const scattered = ({ id }: Pet) => Number((id * 7919n) % 1009n);

/** Any int64 is an id, and no order is promised. */
export const legalIdsAndOrder: readonly LegalVariant[] = [
  ...permitting('4.1', {
    'newest-first': ['Lists start with the newest pet.', ordering((pets) => pets.toReversed())],
    'scattered-order': [
      'Lists have an order without meaning; it stays the same.',
      ordering((pets) => pets.toSorted((a, b) => scattered(a) - scattered(b))),
    ],
    'order-by-name': [
      'Lists are in the order of the names.',
      ordering((pets) => pets.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
    ],
    'page-order-changes': [
      'The pets of a page come in another order at each call.',
      class extends Service {
        #calls = 0;

        protected override page(limit: number, filter: PetStatus | undefined) {
          const page = super.page(limit, filter);
          this.#calls += 1;
          const start = page.length === 0 ? 0 : (this.#calls * 7) % page.length;
          return [...page.slice(start), ...page.slice(0, start)];
        }
      },
    ],
  }),
  ...permitting('2', {
    'sparse-ids': ['Ids have large gaps.', withIds((number) => number * 982_451_653n + 17n)],
    'negative-ids': ['Ids are negative.', withIds((number) => -number)],
    'ids-from-zero': ['The first pet has the id 0.', withIds((number) => number - 1n)],
    'falling-ids': [
      'Every new id is smaller than the one before.',
      withIds((number) => 1_000_000n - number),
    ],
    'ids-beyond-2-to-53': [
      'Ids are neighbours beyond 2^53, exact to the last digit.',
      withIds((number) => 9_007_199_254_740_992n + number),
    ],
    'ids-at-the-upper-limit': [
      'Ids fall from 2^63-1, the largest int64.',
      withIds((number) => 2n ** 63n - number),
    ],
    'ids-at-the-lower-limit': [
      'Ids rise from -2^63, the smallest int64.',
      withIds((number) => -(2n ** 63n) + number - 1n),
    ],
  }),
  ...permitting('4.3', {
    'ids-within-int64-alone': [
      'The first id is -2^63, and one that is no int64 is refused with 400.',
      class extends withIds((number) => -(2n ** 63n) + number - 1n) {
        protected override firstPets() {
          return [];
        }

        protected override async read(call: Call) {
          if (int64Of(call.petId) === undefined) throw badRequest('petId must be an int64.');
          return super.read(call);
        }
      },
    ],
  }),
  ...permitting('2', {
    'ids-of-both-signs': [
      'Ids jump between both ends of int64, as random ones do.',
      withIds((number) => BigInt.asIntN(64, number * 11_400_714_819_323_198_485n)),
    ],
    'refusals-use-up-ids': [
      'Every call uses up an id, a refused one too.',
      class extends Service {
        #calls = 30n;

        override async answer(call: Call) {
          this.#calls += 1n;
          return super.answer(call);
        }

        protected override nextId() {
          return this.#calls;
        }
      },
    ],
  }),
];
