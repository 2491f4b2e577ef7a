import type { Call } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import type { DoubtfulVariant } from '../variant.js';

/** Doubts about lists. */
export const doubtfulLists: readonly DoubtfulVariant[] = [
  {
    name: 'page-one-short',
    verdict: 'failed',
    section: '4.1',
    difference: 'A page that could be full has one pet less than the limit.',
    doubt:
      'limit is the "maximum number", which permits fewer, and the "page size", which does not.',
    decided: 'Section 8 calls limit the page size.',
    service: class extends Service {
      protected override page(limit: number, filter: PetStatus | undefined) {
        const page = super.page(limit, filter);
        return limit > 1 && page.length === limit ? page.slice(0, -1) : page;
      }
    },
  },
  {
    name: 'page-of-50-at-most',
    verdict: 'failed',
    section: '8',
    difference: 'A limit above 50 gives 50 pets, though there are 120.',
    doubt: 'As above: 100 is a permitted page size, but a maximum may not be reached.',
    decided: 'Section 8 calls limit the page size, up to 100.',
    service: class extends Service {
      protected override firstPets() {
        return somePets(120);
      }

      protected override page(limit: number, filter: PetStatus | undefined) {
        return super.page(Math.min(limit, 50), filter);
      }
    },
  },
  {
    name: 'list-goes-on-where-it-ended',
    verdict: 'passed',
    section: '4.1',
    difference: 'Each list leaves out what the one before it had, until every pet was seen.',
    doubt: 'Which pets "a page of animals" has is not stated, but equal calls should agree.',
    service: class extends Service {
      #seen = 0;

      protected override page(limit: number, filter: PetStatus | undefined) {
        const all = super.page(Number.POSITIVE_INFINITY, filter);
        if (this.#seen >= all.length) this.#seen = 0;
        const page = all.slice(this.#seen, this.#seen + limit);
        this.#seen += page.length;
        return page;
      }
    },
  },
  {
    name: 'filter-available-shows-pets-without-status',
    verdict: 'failed',
    section: '4.1',
    difference: 'The filter available shows pets too that are shown without a status.',
    doubt:
      'They may count as available within the service; yet only pets "with this status" belong.',
    decided: '"Returns only animals with this status."',
    service: class extends Service {
      protected override matches(pet: Pet, filter: PetStatus) {
        return (pet.status ?? 'available') === filter;
      }
    },
  },
  {
    name: 'limit-0-is-500',
    verdict: 'passed',
    section: '7',
    difference: 'A limit of 0 fails with 500.',
    doubt:
      'The behaviour for a limit out of range is "not shown", but nobody means a crash by that.',
    service: class extends Service {
      protected override limitOf(call: Call) {
        if (call.query.get('limit') === '0') throw new RangeError('LIMIT must be positive');
        return super.limitOf(call);
      }
    },
  },
];
