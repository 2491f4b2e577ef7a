import { badRequest, type Call } from '../call.js';
import { int64Of, type Pet, type PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { changing, permitting } from '../variant.js';

/** Ids for the pets of the start and all later ones, by their number from 1 on. */
const withIds = (idAt: (number: bigint) => bigint) =>
  class extends Service {
    override firstPets() {
      return super.firstPets().map((pet) => ({ ...pet, id: idAt(pet.id) }));
    }

    override nextId() {
      return idAt(BigInt(this.pets.length + 1));
    }
  };

const ordering = (order: (pets: readonly Pet[]) => readonly Pet[]) =>
  changing('page', (plain, limit, filter) =>
    order(plain(Number.POSITIVE_INFINITY, filter)).slice(0, limit),
  );

const scattered = ({ id }: Pet) => Number((id * 7919n) % 1009n);

/** Any int64 is an id, and no order is promised. */
export const legalIdsAndOrder = permitting({
  'Lists start with the newest pet.': ordering((pets) => pets.toReversed()),
  'Lists have an order without meaning; it stays the same.': ordering((pets) =>
    pets.toSorted((a, b) => scattered(a) - scattered(b)),
  ),
  'Lists are in the order of the names.': ordering((pets) =>
    pets.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  ),
  'The pets of a page come in another order at each call.': class extends Service {
    #calls = 0;

    override page(limit: number, filter: PetStatus | undefined) {
      const page = super.page(limit, filter);
      this.#calls += 1;
      const start = page.length === 0 ? 0 : (this.#calls * 7) % page.length;
      return [...page.slice(start), ...page.slice(0, start)];
    }
  },
  'Ids have large gaps.': withIds((number) => number * 982_451_653n + 17n),
  'Ids are negative.': withIds((number) => -number),
  'The first pet has the id 0.': withIds((number) => number - 1n),
  'Every new id is smaller than the one before.': withIds((number) => 1_000_000n - number),
  'Ids are neighbours beyond 2^53, exact to the last digit.': withIds(
    (number) => 9_007_199_254_740_992n + number,
  ),
  'Ids fall from 2^63-1, the largest int64.': withIds((number) => 2n ** 63n - number),
  'Ids rise from -2^63, the smallest int64.': withIds((number) => -(2n ** 63n) + number - 1n),
  'The first id is -2^63, and one that is no int64 is refused with 400.': class extends withIds(
    (number) => -(2n ** 63n) + number - 1n,
  ) {
    override firstPets() {
      return [];
    }

    override async read(call: Call) {
      if (int64Of(call.petId) === undefined) throw badRequest('petId must be an int64.');
      return super.read(call);
    }
  },
  'Ids jump between both ends of int64, as random ones do.': withIds((number) =>
    BigInt.asIntN(64, number * 11_400_714_819_323_198_485n),
  ),
  'Every call uses up an id, a refused one too.': class extends Service {
    #calls = 30n;

    override async answer(call: Call) {
      this.#calls += 1n;
      return super.answer(call);
    }

    override nextId() {
      return this.#calls;
    }
  },
});
