import type { Call } from '../call.js';
import { somePets } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

const limiting = (change: (limit: number, call: Call) => number) =>
  class extends Service {
    protected override limitOf(call: Call) {
      return change(super.limitOf(call), call);
    }
  };

const withDefault = (limit: number) =>
  limiting((given, call) => (call.query.has('limit') ? given : limit));

/** A limit is obeyed, and is 20 where it isn't given. */
export const section41DefaultLimit: readonly BrokenVariant[] = [
  ...breaking('4.1', {
    'limit-ignored': ['A page has up to 20 pets, whatever the limit.', limiting(() => 20)],
    'limit-under-another-name': [
      'The page size is read from per_page, so a limit does nothing.',
      limiting((_limit, call) => Number(call.query.get('per_page') ?? 20)),
    ],
    'small-limits-ignored': [
      'A limit below 5 gives 5 pets.',
      limiting((limit) => Math.max(limit, 5)),
    ],
  }),
  ...breaking('8', {
    'default-limit-10': ['Without a limit a page has up to 10 pets.', withDefault(10)],
    'default-limit-25': ['Without a limit a page has up to 25 pets.', withDefault(25)],
    'default-limit-100': ['Without a limit a page has up to 100 pets.', withDefault(100)],
    'no-default-limit': [
      'Without a limit a page has every pet.',
      withDefault(Number.POSITIVE_INFINITY),
    ],
    'no-default-limit-with-a-filter': [
      'With a filter and no limit a page has every pet of that status.',
      class extends Service {
        protected override firstPets() {
          return somePets(120);
        }

        protected override limitOf(call: Call) {
          return call.query.has('status') && !call.query.has('limit')
            ? this.pets.length
            : super.limitOf(call);
        }
      },
    ],
    'default-limit-5-with-a-filter': [
      'With a filter and no limit a page has up to five pets.',
      class extends Service {
        protected override limitOf(call: Call) {
          return call.query.has('status') && !call.query.has('limit') ? 5 : super.limitOf(call);
        }
      },
    ],
  }),
];
