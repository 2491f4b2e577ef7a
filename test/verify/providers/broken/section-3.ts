import type { Answer, Call } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Changes a stored pet after it was read. */
const changingWhenRead = (change: (pet: Pet) => Pet) =>
  class extends Service {
    protected override async read(call: Call): Promise<Answer> {
      const answer = await super.read(call);
      this.pets = this.pets.map((pet) => (`${pet.id}` === call.petId ? change(pet) : pet));
      return answer;
    }
  };

/** No operation changes the status of a pet, and a filter goes by it. */
export const section3: readonly BrokenVariant[] = breaking('3', {
  'reading-sells': [
    'A pet that was read is sold afterwards.',
    changingWhenRead((pet) => ({ ...pet, status: 'sold' })),
  ],
  'reading-reserves': [
    'An available pet that was read is pending afterwards.',
    changingWhenRead((pet) => (pet.status === 'available' ? { ...pet, status: 'pending' } : pet)),
  ],
  'creating-sells-the-pet-before': [
    'When a pet is created, the pet created before it is sold.',
    class extends Service {
      protected override keep(pet: Pet) {
        this.pets = this.pets.map((other) =>
          other.id === pet.id - 1n ? { ...other, status: 'sold' } : other,
        );
        super.keep(pet);
      }
    },
  ],
  'pending-ends-soon': [
    'A created pet that is pending becomes available after three more calls.',
    class extends Service {
      #calls = 0;
      readonly #since = new Map<bigint, number>();

      protected override keep(pet: Pet) {
        this.#since.set(pet.id, this.#calls);
        super.keep(pet);
      }

      override async answer(call: Call) {
        this.#calls += 1;
        this.pets = this.pets.map((pet) =>
          pet.status === 'pending' && this.#calls > (this.#since.get(pet.id) ?? Infinity) + 3
            ? { ...pet, status: 'available' }
            : pet,
        );
        return super.answer(call);
      }
    },
  ],
  'pending-ends-tomorrow': [
    'A pet that is pending becomes available after a day.',
    class extends Service {
      readonly #ends = Date.now() + 24 * 3600 * 1000;

      override async answer(call: Call) {
        if (Date.now() > this.#ends)
          this.pets = this.pets.map((pet) =>
            pet.status === 'pending' ? { ...pet, status: 'available' } : pet,
          );
        return super.answer(call);
      }
    },
    'Nobody waits a day for a verdict, and the clock of the provider is its own.',
  ],
});
