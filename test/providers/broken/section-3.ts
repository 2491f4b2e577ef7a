import type { Answer, Call } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const section3: readonly BrokenVariant[] = [
  {
    name: 'reading-sells',
    breaks: '3',
    difference: 'A pet that was read is sold afterwards.',
    service: changingWhenRead((pet) => ({ ...pet, status: 'sold' })),
  },
  {
    name: 'reading-reserves',
    breaks: '3',
    difference: 'An available pet that was read is pending afterwards.',
    service: changingWhenRead((pet) =>
      pet.status === 'available' ? { ...pet, status: 'pending' } : pet,
    ),
  },
  {
    name: 'creating-sells-the-pet-before',
    breaks: '3',
    difference: 'When a pet is created, the pet created before it is sold.',
    service: class extends Service {
      protected override keep(pet: Pet) {
        this.pets = this.pets.map((other) =>
          other.id === pet.id - 1n ? { ...other, status: 'sold' } : other,
        );
        super.keep(pet);
      }
    },
  },
  {
    name: 'pending-ends-soon',
    breaks: '3',
    difference: 'A created pet that is pending becomes available after three more calls.',
    service: class extends Service {
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
  },
  {
    name: 'pending-ends-tomorrow',
    breaks: '3',
    difference: 'A pet that is pending becomes available after a day.',
    service: class extends Service {
      readonly #ends = Date.now() + 24 * 3600 * 1000;

      override async answer(call: Call) {
        if (Date.now() > this.#ends)
          this.pets = this.pets.map((pet) =>
            pet.status === 'pending' ? { ...pet, status: 'available' } : pet,
          );
        return super.answer(call);
      }
    },
    detectable: false,
    reason: 'Nobody waits a day for a verdict, and the clock of the provider is its own.',
  },
];
