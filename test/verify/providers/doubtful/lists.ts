import type { PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { changing, doubting } from '../variant.js';

/** Doubts about lists. */
export const doubtfulLists = [
  ...doubting('failed', {
    // limit is the "maximum number", which permits fewer, and the "page size", which does not.
    'A page that could be full has one pet less than the limit.': changing(
      'page',
      (plain, limit, filter) => {
        const page = plain(limit, filter);
        return limit > 1 && page.length === limit ? page.slice(0, -1) : page;
      },
    ),
    // Which pets "a page of animals" has is not stated, but equal calls should agree.
    'Each list leaves out what the one before it had, until every pet was seen.': class extends Service {
      #seen = 0;

      override page(limit: number, filter: PetStatus | undefined) {
        const all = super.page(Number.POSITIVE_INFINITY, filter);
        if (this.#seen >= all.length) this.#seen = 0;
        const page = all.slice(this.#seen, this.#seen + limit);
        this.#seen += page.length;
        return page;
      }
    },
    // They may count as available within the service; yet only pets "with this status" belong.
    'The filter available shows pets too that are shown without a status.': changing(
      'matches',
      (_plain, pet, filter) => (pet.status ?? 'available') === filter,
    ),
  }),
  ...doubting('advice', {
    // The behaviour for a limit out of range is "not shown", but nobody means a crash by that.
    'A limit of 0 fails with 500.': changing('limitOf', (plain, call) => {
      if (call.query.get('limit') === '0') throw new RangeError('LIMIT must be positive');
      return plain(call);
    }),
  }),
];
