import type { Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { DoubtfulVariant } from '../variant.js';

/** Doubts about lists. */
export const doubtfulLists: readonly DoubtfulVariant[] = [
  {
    name: 'page-one-short',
    section: '4.1',
    difference: 'A page that could be full has one pet less than the limit.',
    doubt:
      'limit is the "maximum number", which permits fewer, and the "page size", which does not.',
    verdict: 'failed',
    service: class extends Service {
      protected override page(limit: number, filter: PetStatus | undefined) {
        const page = super.page(limit, filter);
        return limit > 1 && page.length === limit ? page.slice(0, -1) : page;
      }
    },
  },
  {
    name: 'list-goes-on-where-it-ended',
    section: '4.1',
    difference: 'Each list leaves out what the one before it had, until every pet was seen.',
    doubt: 'Which pets "a page of animals" has is not stated, but equal calls should agree.',
    verdict: 'failed',
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
    section: '4.1',
    difference: 'The filter available shows pets too that are shown without a status.',
    doubt:
      'They may count as available within the service; yet only pets "with this status" belong.',
    verdict: 'failed',
    service: class extends Service {
      protected override matches(pet: Pet, filter: PetStatus) {
        return (pet.status ?? 'available') === filter;
      }
    },
  },
  {
    name: 'limit-0-is-500',
    section: '7',
    difference: 'A limit of 0 fails with 500.',
    doubt:
      'The behaviour for a limit out of range is "not shown", but nobody means a crash by that.',
    verdict: 'advice',
    service: class extends Service {
      protected override limitOf(call: Call) {
        if (call.query.get('limit') === '0') throw new RangeError('LIMIT must be positive');
        return super.limitOf(call);
      }
    },
  },
];
