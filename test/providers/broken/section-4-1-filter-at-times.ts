import { badRequest, type Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const section41FilterAtTimes: readonly BrokenVariant[] = [
  {
    name: 'filter-and-limit-refused',
    breaks: '4.1',
    difference: 'A filter together with a limit is refused with 400.',
    service: refusing((call) => call.query.has('status') && call.query.has('limit')),
  },
  {
    name: 'filter-ignored-with-a-limit',
    breaks: '4.1',
    difference: 'With a limit the filter is ignored.',
    service: filtering((filter, call) => (call.query.has('limit') ? undefined : filter)),
  },
  {
    name: 'filter-ignored-after-the-limit',
    breaks: '4.1',
    difference: 'A filter that comes after the limit in the address is ignored.',
    service: filtering((filter, call) =>
      [...call.query.keys()].join(' ').startsWith('limit ') ? undefined : filter,
    ),
  },
  {
    name: 'filter-ignored-after-a-creation',
    breaks: '4.1',
    difference: 'Once a pet was created, a filter does nothing.',
    service: class extends Service {
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
  },
  {
    name: 'filter-misses-created-pets',
    breaks: '4.1',
    difference: 'A filter shows only pets that were there at the start: its index is not kept.',
    service: class extends Service {
      readonly #created = new Set<bigint>();

      protected override keep(pet: Pet) {
        this.#created.add(pet.id);
        super.keep(pet);
      }

      protected override matches(pet: Pet, filter: PetStatus) {
        return super.matches(pet, filter) && !this.#created.has(pet.id);
      }
    },
  },
  {
    name: 'filter-misses-the-newest',
    breaks: '4.1',
    difference: 'A filter never shows the pet that was created last.',
    service: class extends Service {
      protected override matches(pet: Pet, filter: PetStatus) {
        return super.matches(pet, filter) && pet !== this.pets.at(-1);
      }
    },
  },
  {
    name: 'filter-shows-five-at-most',
    breaks: '4.1',
    difference: 'With a filter a page has five pets at most.',
    service: class extends Service {
      protected override page(limit: number, filter: PetStatus | undefined) {
        return super.page(filter === undefined ? limit : Math.min(limit, 5), filter);
      }
    },
  },
  {
    name: 'filter-shows-one-of-a-category',
    breaks: '4.1',
    difference: 'With a filter a page has one pet of each category: rows are grouped.',
    service: class extends Service {
      protected override page(limit: number, filter: PetStatus | undefined) {
        const page = super.page(limit, filter);
        if (filter === undefined) return page;
        return [...new Map(page.map((pet) => [pet.categoryId, pet])).values()];
      }
    },
  },
];
