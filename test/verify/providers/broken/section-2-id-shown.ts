import type { Call } from '../call.js';
import type { NewPet, Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, showing } from '../variant.js';

/** Ids given in steps from a first one on. */
const withIds = (idAt: (count: number, fields: NewPet) => bigint) =>
  class extends Service {
    protected created = 0;

    protected override nextId(fields: NewPet) {
      this.created += 1;
      return idAt(this.created, fields);
    }
  };

/** `id`: an int64 wherever a pet is shown. */
export const section2IdShown: readonly BrokenVariant[] = breaking('2', {
  'id-as-string': [
    'The id is a string of digits.',
    showing((pet) => ({ ...pet, id: `${pet.id}` })),
  ],
  'id-as-string-in-lists': [
    'The id is a string of digits in lists only.',
    showing((pet, call) => (call.operation === 'listPets' ? { ...pet, id: `${pet.id}` } : pet)),
  ],
  'id-named-otherwise': [
    'The id is called _id.',
    showing(({ id, ...pet }) => ({ _id: id, ...pet })),
  ],
  'id-missing-in-lists': [
    'Pets in a list have no id.',
    showing(({ id, ...pet }, call) => (call.operation === 'listPets' ? pet : { id, ...pet })),
  ],
  'id-null-when-created': [
    'The created pet has the id null: it is written before it is stored.',
    showing((pet, call) => (call.operation === 'createPet' ? { ...pet, id: null } : pet)),
  ],
  'id-as-uuid': [
    'The id is a UUID.',
    class extends Service {
      readonly #prefix = '5f0c7f2e-9c1b-4b7e-8a53-';

      protected override shown(pet: Pet, call: Call) {
        const digits = `${pet.id}`.padStart(12, '0');
        return { ...super.shown(pet, call), id: `${this.#prefix}${digits}` };
      }

      protected override find(petId: string) {
        return super.find(petId.replace(this.#prefix, '').replace(/^0+/, ''));
      }
    },
  ],
  'id-with-fraction': [
    'The id of a created pet has a fraction.',
    showing((pet, call) =>
      call.operation === 'createPet' ? { ...pet, id: Number(pet.id) + 0.5 } : pet,
    ),
  ],
  'id-beyond-int64': [
    'Ids of created pets are unsigned, from 2^63 on.',
    class extends withIds((count) => 2n ** 63n + BigInt(count)) {
      protected override find(petId: string) {
        return super.find(petId) ?? this.pets.find((pet) => `${pet.id}` === petId);
      }
    },
  ],
  'id-rounded': [
    'Ids are above 2^53 and written through a double, so the last digits are lost.',
    class extends withIds((count) => 9007199254740993n + BigInt(count) * 2n) {
      protected override shown(pet: Pet, call: Call) {
        return { ...super.shown(pet, call), id: BigInt(Number(pet.id)) };
      }
    },
  ],
});
