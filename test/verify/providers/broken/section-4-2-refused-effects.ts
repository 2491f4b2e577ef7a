import { badRequest, type Call } from '../call.js';
import { type Fields, isPetStatus, type NewPet } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Does something when a body is refused, and perhaps something else from then on. */
class Remembering extends Service {
  protected refusals = 0;

  protected afterRefusal(_fields: Fields): void {}

  protected override newPetOf(fields: Fields): NewPet {
    try {
      return super.newPetOf(fields);
    } catch (error) {
      this.refusals += 1;
      this.afterRefusal(fields);
      throw error;
    }
  }
}

/** A refused body changes nothing. */
export const section42RefusedEffects: readonly BrokenVariant[] = breaking('4.2', {
  'refused-pet-is-stored': [
    'A pet with an unknown status is refused, and is in the list without it.',
    class extends Remembering {
      protected override afterRefusal({ name, categoryId }: Fields) {
        const fields = { name: this.nameOf(name), categoryId: this.categoryOf(categoryId) };
        this.added(fields);
      }
    },
  ],
  'refused-pet-without-category-is-stored': [
    'A pet without a category is refused, and is in the list with category 0.',
    class extends Remembering {
      protected override afterRefusal({ name, categoryId }: Fields) {
        if (categoryId === undefined) this.added({ name: this.nameOf(name), categoryId: 0n });
      }
    },
  ],
  'refusal-removes-a-pet': [
    'A refused creation takes the newest pet away: it is rolled back once too often.',
    class extends Remembering {
      protected override afterRefusal() {
        this.pets.pop();
      }

      protected override nextId() {
        return BigInt(this.pets.length + 1 + this.refusals);
      }
    },
  ],
  'refusal-breaks-the-next-creation': [
    'After a refused creation the next good one is refused too.',
    class extends Remembering {
      #refusedBefore = 0;

      protected override newPetOf(fields: Fields) {
        const newPet = super.newPetOf(fields);
        const failed = this.refusals > this.#refusedBefore;
        this.#refusedBefore = this.refusals;
        if (failed) throw badRequest('current transaction is aborted');
        return newPet;
      }
    },
  ],
  'refusal-breaks-the-list': [
    'After a refused creation the next list fails with 500.',
    class extends Remembering {
      #refusedBefore = 0;

      protected override async list(call: Call) {
        const failed = this.refusals > this.#refusedBefore;
        this.#refusedBefore = this.refusals;
        if (failed) throw new Error('current transaction is aborted');
        return super.list(call);
      }
    },
  ],
  'refused-name-goes-to-the-next-pet': [
    'A refused name is kept, and the next pet is created with it.',
    class extends Remembering {
      #name: string | undefined;

      protected override afterRefusal({ name }: Fields) {
        if (typeof name === 'string') this.#name = name;
      }

      protected override newPetOf(fields: Fields) {
        const newPet = super.newPetOf(fields);
        const name = this.#name ?? newPet.name;
        this.#name = undefined;
        return { ...newPet, name };
      }
    },
  ],
  'third-refusal-is-accepted': [
    'From the third refusal on an unknown status is let through as none.',
    class extends Remembering {
      protected override statusOf(value: unknown) {
        const letThrough = this.refusals >= 3 && typeof value === 'string' && !isPetStatus(value);
        return letThrough ? undefined : super.statusOf(value);
      }
    },
  ],
});
