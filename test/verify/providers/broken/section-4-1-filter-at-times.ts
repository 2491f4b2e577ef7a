import { badRequest, type Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

const filtering = (change: (filter: PetStatus | undefined, call: Call) => PetStatus | undefined) =>
  class extends Service {
    protected override filterOf(call: Call) {
      return change(super.filterOf(call), call);
    }
  };

const refusing = (refuses: (call: Call) => boolean) =>
  filtering((filter, call) => {
    if (refuses(call)) throw badRequest('status is not supported.');
    return filter;
  });

/** A filter holds with a limit too, and after a creation. */
export const section41FilterAtTimes: readonly BrokenVariant[] = breaking('4.1', {
  'filter-and-limit-refused': [
    'A filter together with a limit is refused with 400.',
    refusing((call) => call.query.has('status') && call.query.has('limit')),
  ],
  'filter-ignored-with-a-limit': [
    'With a limit the filter is ignored.',
    filtering((filter, call) => (call.query.has('limit') ? undefined : filter)),
  ],
  'filter-ignored-after-the-limit': [
    'A filter that comes after the limit in the address is ignored.',
    filtering((filter, call) =>
      [...call.query.keys()].join(' ').startsWith('limit ') ? undefined : filter,
    ),
  ],
  'filter-ignored-after-a-creation': [
    'Once a pet was created, a filter does nothing.',
    class extends Service {
      #created = false;

      protected override keep(pet: Pet) {
        this.#created = true;
        super.keep(pet);
      }

      protected override filterOf(call: Call) {
        const filter = super.filterOf(call);
        return this.#created ? undefined : filter;
      }
    },
  ],
  'filter-misses-created-pets': [
    'A filter shows only pets that were there at the start: its index is not kept.',
    class extends Service {
      readonly #created = new Set<bigint>();

      protected override keep(pet: Pet) {
        this.#created.add(pet.id);
        super.keep(pet);
      }

      protected override matches(pet: Pet, filter: PetStatus) {
        return super.matches(pet, filter) && !this.#created.has(pet.id);
      }
    },
  ],
  'filter-misses-the-newest': [
    'A filter never shows the pet that was created last.',
    class extends Service {
      protected override matches(pet: Pet, filter: PetStatus) {
        return super.matches(pet, filter) && pet !== this.pets.at(-1);
      }
    },
  ],
  'filter-shows-five-at-most': [
    'With a filter a page has five pets at most.',
    class extends Service {
      protected override page(limit: number, filter: PetStatus | undefined) {
        return super.page(filter === undefined ? limit : Math.min(limit, 5), filter);
      }
    },
  ],
  'filter-shows-one-of-a-category': [
    'With a filter a page has one pet of each category: rows are grouped.',
    class extends Service {
      protected override page(limit: number, filter: PetStatus | undefined) {
        const page = super.page(limit, filter);
        if (filter === undefined) return page;
        return [...new Map(page.map((pet) => [pet.categoryId, pet])).values()];
      }
    },
  ],
});
