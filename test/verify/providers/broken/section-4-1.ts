import { badRequest, type Call, notFound, Refusal } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import { answering, breaking, changing, isGoodOf, paging, rowsOf } from '../variant.js';

const limiting = (change: (limit: number, query: URLSearchParams) => number) =>
  changing('limitOf', (plain, call) => change(plain(call), call.query));

/** `limit`: obeyed from 1 to 100, and 20 where it isn't given. */
export const limits = [
  ...breaking('4.1', {
    'A page has up to 20 pets, whatever the limit.': limiting(() => 20),
    'A limit of 1 gives every pet.': limiting((limit) => (limit === 1 ? 100 : limit)),
    'A limit of 1 gives an empty page.': limiting((limit) => (limit === 1 ? 0 : limit)),
  }),
  ...breaking('8', {
    'Without a limit a page has up to 25 pets.': limiting((limit, query) =>
      query.has('limit') ? limit : 25,
    ),
    'With a filter and no limit a page has up to five pets.': limiting((limit, query) =>
      query.has('status') && !query.has('limit') ? 5 : limit,
    ),
    'With a filter and no limit a page has all pets.': limiting((limit, query) =>
      query.has('status') && !query.has('limit') ? 1_000 : limit,
    ),
    'With a filter a page has up to 20 pets, whatever the limit.': limiting((limit, query) =>
      query.has('status') ? Math.min(limit, 20) : limit,
    ),
    'A limit above 50 is refused with 400.': limiting((limit) => {
      if (limit > 50) throw badRequest('limit must be at most 50.');
      return limit;
    }),
    'A page has 50 pets at most, the newest first, whatever the limit.': class extends paging(
      (pets) => pets.toReversed().slice(0, 50),
    ) {
      override firstPets() {
        return somePets(40);
      }
    },
  }),
];

const withoutSold = (pets: readonly Pet[]) => pets.filter((pet) => pet.status !== 'sold');

/** A list is 200 and an array of pets. */
export const lists = breaking('4.1', {
  'A list that is only a part is answered with 206.': answering((answer, call) =>
    isGoodOf('listPets', answer, call) ? { ...answer, status: 206 } : answer,
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
  'A page without pets is answered with 404.': class extends Service {
    // No pet was sold yet, so that a page can be empty.
    override firstPets() {
      return withoutSold(super.firstPets());
    }

    override async list(call: Call) {
      const answer = await super.list(call);
      if (answer.body === '[]') throw notFound();
      return answer;
    }

    override nextId() {
      return BigInt(this.pets.length + 100);
    }
  },
  'A list without a filter has no sold pets.': paging((pets, filter) =>
    filter === undefined ? withoutSold(pets) : pets,
  ),
});

/** `status`: only and all the animals with this status, with a limit too, and after a creation. */
export const filters = breaking('4.1', {
  'The filter available shows pending pets too.': changing(
    'matches',
    (plain, pet, filter) =>
      plain(pet, filter) || (filter === 'available' && pet.status === 'pending'),
  ),
  'A filter never shows the pet that was created last.': changing(
    'matches',
    function (plain, pet, filter) {
      return plain(pet, filter) && pet !== this.pets.at(-1);
    },
  ),
});

/** A store of 500 pets, of which a page shows the newest. */
class Large extends paging((pets) => pets.toReversed()) {
  override firstPets(): Pet[] {
    return Array.from({ length: 500 }, (_, index) => ({
      id: BigInt(index + 1),
      name: `Rex ${(index * 7919) % 1009}`,
      categoryId: 1n,
      status: (['available', 'pending', 'sold', undefined] as const)[index % 4],
    }));
  }
}

/** What a small store shows, in one that no page shows whole. */
export const largeStores = breaking('4.1', {
  'Of 500 pets, newest first: every tenth pet is in no list.': class extends Large {
    override page(limit: number, filter: PetStatus | undefined) {
      const page = super.page(Number.POSITIVE_INFINITY, filter);
      return page.filter(({ id }) => id % 10n !== 0n).slice(0, limit);
    }
  },
  'Of 500 pets, newest first: categories in lists are 1.': class extends Large {
    override shown(pet: Pet, call: Call) {
      const { categoryId, ...shown } = super.shown(pet, call);
      return { ...shown, categoryId: call.operation === 'listPets' ? 1n : categoryId };
    }
  },
  'Of 500 pets, newest first: the filter sold lacks every third pet.': class extends Large {
    override matches(pet: Pet, filter: PetStatus) {
      return super.matches(pet, filter) && !(filter === 'sold' && pet.id % 3n === 0n);
    }
  },
});

/** Refuses unusual queries in a way of its own: the body, and whether it is HTML. */
const queryErrors = ([concerns, body]: [
  concerns: (query: URLSearchParams) => boolean,
  body: string,
]) =>
  changing('list', async function (plain, call) {
    if (!concerns(call.query)) return plain(call);
    const { headers, ...answer } = this.refused(new Refusal(422, 'invalid', '-'), call);
    const type = body.startsWith('<') ? 'text/html' : 'application/json';
    return { ...answer, headers: { ...headers, 'Content-Type': type }, body };
  });

/** One request breaks all later ones. */
export const crashes = breaking('7', {
  'A limit of 101 aborts a transaction, and each later list fails with 500.': class extends Service {
    #isAborted = false;

    override limitOf(call: Call) {
      this.#isAborted ||= call.query.get('limit') === '101';
      if (this.#isAborted) throw new Error('current transaction is aborted');
      return super.limitOf(call);
    }
  },
});

/** Errors that a framework renders before the service sees the query. */
export const queries = breaking('7', {
  ...rowsOf('The framework refuses', queryErrors, {
    'a limit of letters, with HTML': [
      (query) => /[a-z]/.test(query.get('limit') ?? ''),
      '<h1>Bad Request</h1>',
    ],
    'an unknown status, with timestamp and path': [
      (query) => !['available', 'pending', 'sold'].includes(query.get('status') ?? 'sold'),
      '{"timestamp":"2030-01-01T00:00:00Z","status":422,"error":"-","path":"/v1/pets"}',
    ],
    'two limits, with HTML': [
      (query) => query.getAll('limit').length > 1,
      '<pre>TypeError: limit.trim is not a function</pre>',
    ],
    'brackets, with HTML': [(query) => `${query}`.includes('%5B'), '<h1>TypeError</h1>'],
  }),
});
