import { badRequest, type Call } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

const limiting = (change: (limit: number, call: Call) => number) =>
  class extends Service {
    protected override limitOf(call: Call) {
      return change(super.limitOf(call), call);
    }
  };

/** `limit`: every page size from 1 to 100. */
export const section41Limit: readonly BrokenVariant[] = [
  ...breaking('4.1', {
    'limit-1-means-no-limit': [
      'A limit of 1 gives every pet.',
      limiting((limit) => (limit === 1 ? Number.POSITIVE_INFINITY : limit)),
    ],
    'limit-1-gives-none': [
      'A limit of 1 gives an empty page.',
      limiting((limit) => (limit === 1 ? 0 : limit)),
    ],
    'one-pet-more-than-the-limit': [
      'A page has one pet more than the limit.',
      limiting((limit) => limit + 1),
    ],
    'limit-1-gives-an-object': [
      'With a limit of 1 the pet comes without an array around it.',
      class extends Service {
        protected override shownPage(page: readonly Pet[], call: Call) {
          const [first] = page;
          const alone = call.query.get('limit') === '1' && first !== undefined;
          return alone ? this.shown(first, call) : super.shownPage(page, call);
        }
      },
    ],
  }),
  ...breaking('8', {
    'limit-1-refused': [
      'A limit of 1 is refused with 400.',
      limiting((limit) => {
        if (limit === 1) throw badRequest('limit must be greater than 1.');
        return limit;
      }),
    ],
    'limit-100-refused': [
      'A limit of 100 is refused with 400: it has to be below.',
      limiting((limit) => {
        if (limit === 100) throw badRequest('limit must be less than 100.');
        return limit;
      }),
    ],
    'limit-100-means-20': [
      'A limit of 100 is taken as out of range, and gives 20 pets.',
      limiting((limit) => (limit === 100 ? 20 : limit)),
    ],
    'limit-above-50-refused': [
      'A limit above 50 is refused with 400.',
      limiting((limit) => {
        if (limit > 50) throw badRequest('limit must be at most 50.');
        return limit;
      }),
    ],
  }),
  ...breaking('4.1', {
    'limit-compared-as-text': [
      'A limit is compared as text, so from 2 to 9 it counts as above 100.',
      limiting((limit) => {
        if (limit > 1 && limit < 10) throw badRequest('limit must be at most 100.');
        return limit;
      }),
    ],
    'limit-first-digit-only': [
      'Only the first digit of a limit is read: 25 gives 2 pets.',
      limiting((limit, call) => (call.query.has('limit') ? Number(`${limit}`[0]) : limit)),
    ],
    'limit-required': [
      'A list without a limit is refused with 400.',
      limiting((limit, call) => {
        if (!call.query.has('limit')) throw badRequest('limit is required.');
        return limit;
      }),
    ],
    'limit-crashes-the-list': [
      'A list with a limit fails with 500: text is given where a number is due.',
      limiting((limit, call) => {
        if (call.query.has('limit')) throw new TypeError('invalid input syntax for type integer');
        return limit;
      }),
    ],
    'limit-ignored-with-a-filter': [
      'With a filter the limit is ignored.',
      limiting((limit, call) => (call.query.has('status') ? 20 : limit)),
    ],
    'filter-after-the-page-was-cut': [
      'A page is cut first and filtered then, so it may lack pets of that status.',
      class extends Service {
        protected override page(limit: number, filter: PetStatus | undefined) {
          return this.pets
            .slice(0, limit)
            .filter((pet) => filter === undefined || pet.status === filter);
        }
      },
    ],
  }),
];
