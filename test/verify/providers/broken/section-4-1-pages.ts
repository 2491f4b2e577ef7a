import { type Answer, badRequest, type Call, notFound, Refusal } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import { answering, breaking, changing, isGood } from '../variant.js';

const limiting = (change: (limit: number, call: Call) => number) =>
  changing('limitOf', (plain, call) => change(plain(call), call));

const withDefault = (limit: number) =>
  limiting((given, call) => (call.query.has('limit') ? given : limit));

/** A limit is obeyed, and is 20 where it isn't given. */
export const section41DefaultLimit = [
  ...breaking('4.1', {
    'A page has up to 20 pets, whatever the limit.': limiting(() => 20),
  }),
  ...breaking('8', {
    'Without a limit a page has up to 25 pets.': withDefault(25),
    'With a filter and no limit a page has every pet of that status.': class extends Service {
      override firstPets() {
        return somePets(120);
      }

      override limitOf(call: Call) {
        return call.query.has('status') && !call.query.has('limit')
          ? this.pets.length
          : super.limitOf(call);
      }
    },
    'With a filter and no limit a page has up to five pets.': changing('limitOf', (plain, call) =>
      call.query.has('status') && !call.query.has('limit') ? 5 : plain(call),
    ),
  }),
];

/** `limit`: every page size from 1 to 100. */
export const section41Limit = [
  ...breaking('4.1', {
    'A limit of 1 gives every pet.': limiting((limit) =>
      limit === 1 ? Number.POSITIVE_INFINITY : limit,
    ),
    'A limit of 1 gives an empty page.': limiting((limit) => (limit === 1 ? 0 : limit)),
    'With a limit of 1 the pet comes without an array around it.': class extends Service {
      override shownPage(page: readonly Pet[], call: Call) {
        const [first] = page;
        const alone = call.query.get('limit') === '1' && first !== undefined;
        return alone ? this.shown(first, call) : super.shownPage(page, call);
      }
    },
    'A limit is compared as text, so from 2 to 9 it counts as above 100.': limiting((limit) => {
      if (limit > 1 && limit < 10) throw badRequest('limit must be at most 100.');
      return limit;
    }),
    'A list without a limit is refused with 400.': limiting((limit, call) => {
      if (!call.query.has('limit')) throw badRequest('limit is required.');
      return limit;
    }),
    'With a filter the limit is ignored.': limiting((limit, call) =>
      call.query.has('status') ? 20 : limit,
    ),
  }),
  ...breaking('8', {
    'A limit of 1 is refused with 400.': limiting((limit) => {
      if (limit === 1) throw badRequest('limit must be greater than 1.');
      return limit;
    }),
    'A limit above 50 is refused with 400.': limiting((limit) => {
      if (limit > 50) throw badRequest('limit must be at most 50.');
      return limit;
    }),
  }),
];

const showingPage = (change: (page: unknown[], call: Call) => unknown) =>
  class extends Service {
    override shownPage(page: readonly Pet[], call: Call) {
      return change(
        page.map((pet) => this.shown(pet, call)),
        call,
      );
    }
  };

const withoutSold = (pets: readonly Pet[]) => pets.filter((pet) => pet.status !== 'sold');

/** No pet was sold yet, so that a page can be empty. */
const emptyPages = (list: (answer: Answer) => Answer) =>
  class extends Service {
    override firstPets() {
      return withoutSold(super.firstPets());
    }

    override async list(call: Call) {
      const answer = await super.list(call);
      return answer.body === '[]' ? list(answer) : answer;
    }

    override nextId() {
      return BigInt(this.pets.length + 100);
    }
  };

/** A list is 200 and an array of pets. */
export const section41List = breaking('4.1', {
  'A list is an array in an array.': showingPage((items) => [items]),
  'A list that is only a part is answered with 206.': answering((answer, call) =>
    call.operation === 'listPets' && isGood(answer) ? { ...answer, status: 206 } : answer,
  ),
  'A list is redirected to another path, where it is.': class extends Service {
    override async serve(call: Call) {
      if (call.path === '/pets/all' && call.method === 'GET') return super.list(call);
      if (call.operation !== 'listPets') return super.serve(call);
      throw new Refusal(307, 'moved', 'See /pets/all.', {
        Location: `${this.base}/pets/all?${call.query}`,
      });
    }
  },
  'A page without pets is answered with 404.': emptyPages(() => {
    throw notFound();
  }),
  'A page without pets is answered with 204.': emptyPages(() => ({
    status: 204,
    headers: {},
    body: '',
  })),
  'A page without pets is null.': emptyPages((answer) => ({ ...answer, body: 'null' })),
});

const paging = (change: (pets: readonly Pet[], filter: PetStatus | undefined) => Pet[]) =>
  changing('page', (plain, limit, filter) =>
    change(plain(Number.POSITIVE_INFINITY, filter), filter).slice(0, limit),
  );

/** A list has the pets that there are, each once. */
export const section41Pets = breaking('4.1', {
  'A list without a filter has no sold pets.': paging((pets, filter) =>
    filter === undefined ? withoutSold(pets) : [...pets],
  ),
  'A list has only pets with a status.': paging((pets) =>
    pets.filter((pet) => pet.status !== undefined),
  ),
  'The first pet of a list comes twice.': paging((pets) => [...pets.slice(0, 1), ...pets]),
  'A pet that was created comes twice in a list: from the cache and from the table.': paging(
    (pets) => pets.flatMap((pet) => (pet.id > 30n ? [pet, pet] : [pet])),
  ),
  'Filtered lists have sold pets twice: a join gives two rows.': paging((pets, filter) =>
    pets.flatMap((pet) => (filter === 'sold' ? [pet, pet] : [pet])),
  ),
});
