import type { Call } from '../call.js';
import { somePets } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
  {
    name: 'limit-ignored',
    breaks: '4.1',
    difference: 'A page has up to 20 pets, whatever the limit.',
    service: limiting(() => 20),
  },
  {
    name: 'limit-under-another-name',
    breaks: '4.1',
    difference: 'The page size is read from per_page, so a limit does nothing.',
    service: limiting((_limit, call) => Number(call.query.get('per_page') ?? 20)),
  },
  {
    name: 'small-limits-ignored',
    breaks: '4.1',
    difference: 'A limit below 5 gives 5 pets.',
    service: limiting((limit) => Math.max(limit, 5)),
  },
  {
    name: 'default-limit-10',
    breaks: '8',
    difference: 'Without a limit a page has up to 10 pets.',
    service: withDefault(10),
  },
  {
    name: 'default-limit-25',
    breaks: '8',
    difference: 'Without a limit a page has up to 25 pets.',
    service: withDefault(25),
  },
  {
    name: 'default-limit-100',
    breaks: '8',
    difference: 'Without a limit a page has up to 100 pets.',
    service: withDefault(100),
  },
  {
    name: 'no-default-limit',
    breaks: '8',
    difference: 'Without a limit a page has every pet.',
    service: withDefault(Number.POSITIVE_INFINITY),
  },
  {
    name: 'no-default-limit-with-a-filter',
    breaks: '8',
    difference: 'With a filter and no limit a page has every pet of that status.',
    service: class extends Service {
      protected override firstPets() {
        return somePets(120);
      }

      protected override limitOf(call: Call) {
        return call.query.has('status') && !call.query.has('limit')
          ? this.pets.length
          : super.limitOf(call);
      }
    },
  },
  {
    name: 'default-limit-5-with-a-filter',
    breaks: '8',
    difference: 'With a filter and no limit a page has up to five pets.',
    service: class extends Service {
      protected override limitOf(call: Call) {
        return call.query.has('status') && !call.query.has('limit') ? 5 : super.limitOf(call);
      }
    },
  },
];
