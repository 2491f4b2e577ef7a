import { badRequest, type Call } from '../call.js';
import { int64Of, type Pet, type PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { LegalVariant } from '../variant.js';

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
  {
    name: 'newest-first',
    permittedBy: '4.1',
    difference: 'Lists start with the newest pet.',
    service: ordering((pets) => pets.toReversed()),
  },
  {
    name: 'scattered-order',
    permittedBy: '4.1',
    difference: 'Lists have an order without meaning; it stays the same.',
    service: ordering((pets) => pets.toSorted((a, b) => scattered(a) - scattered(b))),
  },
  {
    name: 'order-by-name',
    permittedBy: '4.1',
    difference: 'Lists are in the order of the names.',
    service: ordering((pets) => pets.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
  },
  {
    name: 'page-order-changes',
    permittedBy: '4.1',
    difference: 'The pets of a page come in another order at each call.',
    service: class extends Service {
      #calls = 0;

      protected override page(limit: number, filter: PetStatus | undefined) {
        const page = super.page(limit, filter);
        this.#calls += 1;
        const start = page.length === 0 ? 0 : (this.#calls * 7) % page.length;
        return [...page.slice(start), ...page.slice(0, start)];
      }
    },
  },
  {
    name: 'sparse-ids',
    permittedBy: '2',
    difference: 'Ids have large gaps.',
    service: withIds((number) => number * 982_451_653n + 17n),
  },
  {
    name: 'negative-ids',
    permittedBy: '2',
    difference: 'Ids are negative.',
    service: withIds((number) => -number),
  },
  {
    name: 'ids-from-zero',
    permittedBy: '2',
    difference: 'The first pet has the id 0.',
    service: withIds((number) => number - 1n),
  },
  {
    name: 'falling-ids',
    permittedBy: '2',
    difference: 'Every new id is smaller than the one before.',
    service: withIds((number) => 1_000_000n - number),
  },
  {
    name: 'ids-beyond-2-to-53',
    permittedBy: '2',
    difference: 'Ids are neighbours beyond 2^53, exact to the last digit.',
    service: withIds((number) => 9_007_199_254_740_992n + number),
  },
  {
    name: 'ids-at-the-upper-limit',
    permittedBy: '2',
    difference: 'Ids fall from 2^63-1, the largest int64.',
    service: withIds((number) => 2n ** 63n - number),
  },
  {
    name: 'ids-at-the-lower-limit',
    permittedBy: '2',
    difference: 'Ids rise from -2^63, the smallest int64.',
    service: withIds((number) => -(2n ** 63n) + number - 1n),
  },
  {
    name: 'ids-within-int64-alone',
    permittedBy: '4.3',
    difference: 'The first id is -2^63, and one that is no int64 is refused with 400.',
    service: class extends withIds((number) => -(2n ** 63n) + number - 1n) {
      protected override firstPets() {
        return [];
      }

      protected override async read(call: Call) {
        if (int64Of(call.petId) === undefined) throw badRequest('petId must be an int64.');
        return super.read(call);
      }
    },
  },
  {
    name: 'ids-of-both-signs',
    permittedBy: '2',
    difference: 'Ids jump between both ends of int64, as random ones do.',
    service: withIds((number) => BigInt.asIntN(64, number * 11_400_714_819_323_198_485n)),
  },
  {
    name: 'refusals-use-up-ids',
    permittedBy: '2',
    difference: 'Every call uses up an id, a refused one too.',
    service: class extends Service {
      #calls = 30n;

      override async answer(call: Call) {
        this.#calls += 1n;
        return super.answer(call);
      }

      protected override nextId() {
        return this.#calls;
      }
    },
  },
];
