import { badRequest, type Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

const limiting = (change: (limit: number, call: Call) => number) =>
  class extends Service {
    protected override limitOf(call: Call) {
      return change(super.limitOf(call), call);
    }
  };

/** `limit`: every page size from 1 to 100. */
export const section41Limit: readonly BrokenVariant[] = [
  {
    name: 'limit-1-means-no-limit',
    breaks: '4.1',
    difference: 'A limit of 1 gives every pet.',
    service: limiting((limit) => (limit === 1 ? Number.POSITIVE_INFINITY : limit)),
  },
  {
    name: 'limit-1-gives-none',
    breaks: '4.1',
    difference: 'A limit of 1 gives an empty page.',
    service: limiting((limit) => (limit === 1 ? 0 : limit)),
  },
  {
    name: 'one-pet-more-than-the-limit',
    breaks: '4.1',
    difference: 'A page has one pet more than the limit.',
    service: limiting((limit) => limit + 1),
  },
  {
    name: 'limit-1-gives-an-object',
    breaks: '4.1',
    difference: 'With a limit of 1 the pet comes without an array around it.',
    service: class extends Service {
      protected override shownPage(page: readonly Pet[], call: Call) {
        const [first] = page;
        const alone = call.query.get('limit') === '1' && first !== undefined;
        return alone ? this.shown(first, call) : super.shownPage(page, call);
      }
    },
  },
  {
    name: 'limit-1-refused',
    breaks: '8',
    difference: 'A limit of 1 is refused with 400.',
    service: limiting((limit) => {
      if (limit === 1) throw badRequest('limit must be greater than 1.');
      return limit;
    }),
  },
  {
    name: 'limit-100-refused',
    breaks: '8',
    difference: 'A limit of 100 is refused with 400: it has to be below.',
    service: limiting((limit) => {
      if (limit === 100) throw badRequest('limit must be less than 100.');
      return limit;
    }),
  },
  {
    name: 'limit-100-means-20',
    breaks: '8',
    difference: 'A limit of 100 is taken as out of range, and gives 20 pets.',
    service: limiting((limit) => (limit === 100 ? 20 : limit)),
  },
  {
    name: 'limit-above-50-refused',
    breaks: '8',
    difference: 'A limit above 50 is refused with 400.',
    service: limiting((limit) => {
      if (limit > 50) throw badRequest('limit must be at most 50.');
      return limit;
    }),
  },
  {
    name: 'limit-compared-as-text',
    breaks: '4.1',
    difference: 'A limit is compared as text, so from 2 to 9 it counts as above 100.',
    service: limiting((limit) => {
      if (limit > 1 && limit < 10) throw badRequest('limit must be at most 100.');
      return limit;
    }),
  },
  {
    name: 'limit-first-digit-only',
    breaks: '4.1',
    difference: 'Only the first digit of a limit is read: 25 gives 2 pets.',
    service: limiting((limit, call) => (call.query.has('limit') ? Number(`${limit}`[0]) : limit)),
  },
  {
    name: 'limit-required',
    breaks: '4.1',
    difference: 'A list without a limit is refused with 400.',
    service: limiting((limit, call) => {
      if (!call.query.has('limit')) throw badRequest('limit is required.');
      return limit;
    }),
  },
  {
    name: 'limit-crashes-the-list',
    breaks: '4.1',
    difference: 'A list with a limit fails with 500: text is given where a number is due.',
    service: limiting((limit, call) => {
      if (call.query.has('limit')) throw new TypeError('invalid input syntax for type integer');
      return limit;
    }),
  },
  {
    name: 'limit-ignored-with-a-filter',
    breaks: '4.1',
    difference: 'With a filter the limit is ignored.',
    service: limiting((limit, call) => (call.query.has('status') ? 20 : limit)),
  },
  {
    name: 'filter-after-the-page-was-cut',
    breaks: '4.1',
    difference: 'A page is cut first and filtered then, so it may lack pets of that status.',
    service: class extends Service {
      protected override page(limit: number, filter: PetStatus | undefined) {
        return this.pets
          .slice(0, limit)
          .filter((pet) => filter === undefined || pet.status === filter);
      }
    },
  },
];
