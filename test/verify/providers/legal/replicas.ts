import { type Answer, type Call, Refusal } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { CountingIds, permitting } from '../variant.js';

/** Shows a created pet so many milliseconds later. */
const lagging = (milliseconds: number, finds: boolean) =>
  class extends Service {
    readonly #hidden = new Set<Pet>();

    override keep(pet: Pet) {
      super.keep(pet);
      this.#hidden.add(pet);
      void this.wait(milliseconds).then(() => this.#hidden.delete(pet));
    }

    override page(limit: number, filter: PetStatus | undefined) {
      return super
        .page(Number.POSITIVE_INFINITY, filter)
        .filter((pet) => !this.#hidden.has(pet))
        .slice(0, limit);
    }

    override find(petId: string) {
      const pet = super.find(petId);
      return pet !== undefined && this.#hidden.has(pet) && !finds ? undefined : pet;
    }
  };

/** When a store shows what was created, and what others do meanwhile, is not stated. */
export const legalReplicas = permitting({
  'A created pet is in lists 200 ms later; it can be read at once.': lagging(200, true),
  'A created pet is in lists, and can be read, 150 ms later.': lagging(150, false),
  'Other clients delete a pet that they created at every 15th call.': class extends CountingIds {
    #calls = 0;

    override async answer(call: Call) {
      this.#calls += 1;
      if (this.#calls % 15 === 0) this.pets = this.pets.filter((pet) => !this.#isNext(pet));
      return super.answer(call);
    }

    #isNext({ id }: Pet) {
      return id === BigInt(this.#calls / 15) && id <= 30n;
    }
  },
  'Every 80th call is answered with 429 and a Retry-After that is a date.': class extends Service {
    #calls = 0;

    override async answer(call: Call): Promise<Answer> {
      this.#calls += 1;
      if (this.#calls % 80 !== 0) return super.answer(call);
      const date = new Date(Date.now() + 1_500).toUTCString();
      return this.refused(
        new Refusal(429, 'too_many_requests', 'Please wait.', { 'Retry-After': date }),
        call,
      );
    }
  },
});
