import type { Call } from '../call.js';
import { type Fields, fieldsOf, int64Of, type NewPet, type Pet, parseBody } from '../pet.js';
import { Service } from '../service.js';
import { breaking, changing, showing } from '../variant.js';

/** Changes a category on its way into the store. */
const categorising = (change: (categoryId: bigint) => bigint) =>
  changing('categoryOf', (plain, value) => change(plain(value)));

const int32 = 2n ** 31n;

/** `categoryId`: exact over all of int64. */
export const section2CategoryDigits = breaking('2', {
  'A category below -2^53 loses its last digits; large positive ones are exact.': categorising(
    (categoryId) => (categoryId < 0n ? BigInt(Number(categoryId)) : categoryId),
  ),
  'A category beyond 2^53 loses its last digits in lists only.': showing(
    (pet, call, { categoryId }) =>
      call.operation === 'listPets' ? { ...pet, categoryId: BigInt(Number(categoryId)) } : pet,
  ),
  'A category above 2^31-1 becomes 2^31-1.': categorising((categoryId) =>
    categoryId < int32 ? categoryId : int32 - 1n,
  ),
  'A pet of category 0 is accepted and shown without a category.': showing((pet) => ({
    ...pet,
    categoryId: pet.categoryId || undefined,
  })),
  'Category 0 becomes category 1.': categorising((categoryId) => categoryId || 1n),
});

/** `categoryId`: there wherever a pet is shown. */
export const section2CategoryShown = breaking('2', {
  'A category from 10^15 on is a string such as "1e+15".': showing((pet, _call, { categoryId }) =>
    categoryId >= 10n ** 15n ? { ...pet, categoryId: Number(categoryId).toExponential() } : pet,
  ),
  'Pets in a list have no category.': showing((pet, call) =>
    call.operation === 'listPets' ? { ...pet, categoryId: undefined } : pet,
  ),
  'A pet that is read has the category null.': showing((pet, call) =>
    call.operation === 'getPet' ? { ...pet, categoryId: null } : pet,
  ),
  'A created pet is shown without its category.': showing((pet, call) =>
    call.operation === 'createPet' ? { ...pet, categoryId: undefined } : pet,
  ),
  'A created pet gets the category of the pet created before it.': class extends Service {
    #before: bigint | undefined;

    override categoryOf(value: unknown) {
      const categoryId = super.categoryOf(value);
      const before = this.#before ?? categoryId;
      this.#before = categoryId;
      return before;
    }
  },
});

/** Ids given in steps from a first one on. */
const withIds = (idAt: (count: number, fields: NewPet) => bigint) =>
  class extends Service {
    protected created = 0;

    override nextId(fields: NewPet) {
      this.created += 1;
      return idAt(this.created, fields);
    }
  };

/** `id`: unique, and the service's own. */
export const section2IdGiven = breaking('2', {
  'A client that sends an id gets that id.': class extends Service {
    override fieldsOf(call: Call) {
      const fields = super.fieldsOf(call);
      this.#sent = int64Of(`${fields.id ?? ''}`);
      return fields;
    }

    #sent: bigint | undefined;

    override nextId(fields: NewPet) {
      return this.#sent ?? super.nextId(fields);
    }
  },
  'The answer to a creation repeats the id that was sent, not the one assigned.': showing(
    (pet, call) => {
      if (call.operation !== 'createPet') return pet;
      const sent: Fields = fieldsOf(parseBody(call.body));
      return { ...pet, id: sent.id ?? pet.id };
    },
  ),
  'The id is a hash of the name, so equal names share it.': withIds(
    (_count, { name }) =>
      [...name].reduce((hash, letter) => hash * 31n + BigInt(letter.charCodeAt(0)), 7n) % 2n ** 62n,
  ),
});

/** `id`: an int64 wherever a pet is shown. */
export const section2IdShown = breaking('2', {
  'The id is a string of digits.': showing((pet) => ({ ...pet, id: `${pet.id}` })),
  'The id is a string of digits in lists only.': showing((pet, call) =>
    call.operation === 'listPets' ? { ...pet, id: `${pet.id}` } : pet,
  ),
  'The created pet has the id null: it is written before it is stored.': showing((pet, call) =>
    call.operation === 'createPet' ? { ...pet, id: null } : pet,
  ),
  'The id is a UUID.': class extends Service {
    readonly #prefix = '5f0c7f2e-9c1b-4b7e-8a53-';

    override shown(pet: Pet, call: Call) {
      const digits = `${pet.id}`.padStart(12, '0');
      return { ...super.shown(pet, call), id: `${this.#prefix}${digits}` };
    }

    override find(petId: string) {
      return super.find(petId.replace(this.#prefix, '').replace(/^0+/, ''));
    }
  },
  'Ids are above 2^53 and written through a double, so the last digits are lost.': class extends withIds(
    (count) => 9007199254740993n + BigInt(count) * 2n,
  ) {
    override shown(pet: Pet, call: Call) {
      return { ...super.shown(pet, call), id: BigInt(Number(pet.id)) };
    }
  },
});
