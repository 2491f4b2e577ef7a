import { RememberingUnknown } from '../broken/section-4-3.js';
import { type Answer, type Call, Refusal } from '../call.js';
import { type Pet, type PetStatus, somePets } from '../pet.js';
import { Service } from '../service.js';
import {
  atCalls,
  paging,
  permitting,
  rowsOf,
  startingWith,
  taking,
  type Variant,
} from '../variant.js';

/** Ids for the pets of the start and all later ones, by their number from 1 on. */
const withIds = (idAt: (number: bigint) => bigint) =>
  class extends Service {
    override firstPets() {
      return super.firstPets().map((pet) => ({ ...pet, id: idAt(pet.id) }));
    }

    override nextId() {
      return idAt(BigInt(this.pets.length + 1));
    }
  };

/** Any int64 is an id, and no order is promised. */
const idsAndOrder = permitting({
  'Lists start with the newest pet.': paging((pets) => pets.toReversed()),
  'The pets of a page come in another order at each call.': class extends Service {
    #calls = 0;

    override page(limit: number, filter: PetStatus | undefined) {
      const page = super.page(limit, filter);
      this.#calls += 1;
      const start = page.length === 0 ? 0 : (this.#calls * 7) % page.length;
      return [...page.slice(start), ...page.slice(0, start)];
    }
  },
  ...rowsOf('Ids', withIds, {
    'are negative': (number) => -number,
    'begin at 0': (number) => number - 1n,
    'are neighbours beyond 2^53, exact to the last digit': (number) =>
      9_007_199_254_740_992n + number,
    'fall from 2^63-1, the largest int64': (number) => 2n ** 63n - number,
    'rise from -2^63, the smallest int64': (number) => -(2n ** 63n) + number - 1n,
  }),
});

/** Gives a pet a status of its own where none was sent. */
const defaulting = (status: PetStatus) => taking('statusOf')((_value, plain) => plain() ?? status);

const oddNames = [
  '',
  ' ',
  '\0',
  '"',
  '\\',
  "'; DROP TABLE pets; --",
  'a\u0301',
  '\u202e',
  '👩‍👩‍👧',
];

/** Any store will do, and a pet without a status may get one. */
const stores = permitting({
  ...rowsOf('At the start there are', startingWith, {
    'no pets': () => [],
    '100 pets, as many as the largest page has': () => somePets(100),
    '10,000 pets, so no list shows a new one': () => somePets(10_000),
    '150 pets, all sold': () => somePets(150).map((pet) => ({ ...pet, status: 'sold' })),
    'pets without a status': () => somePets(30).map((pet) => ({ ...pet, status: undefined })),
    'pets that differ in nothing but their id': () =>
      somePets(30).map(({ id }) => ({ id, name: 'Rex', categoryId: 1n, status: 'available' })),
    'pets with odd names, and categories at the ends of int64': () =>
      oddNames.map((name, index) => ({
        id: BigInt(index + 1),
        name,
        categoryId: index % 2 === 0 ? 2n ** 63n - 1n : -(2n ** 63n),
      })),
  }),
  'A pet created without a status is available.': defaulting('available'),
  'A pet created without a status is sold.': defaulting('sold'),
});

/** Shows a created pet so many milliseconds later. */
const lagging = ([milliseconds, finds]: [milliseconds: number, finds: boolean]) =>
  class extends Service {
    readonly #hidden = new Set<Pet>();

    override keep(pet: Pet) {
      super.keep(pet);
      this.#hidden.add(pet);
      void this.wait(milliseconds).then(() => this.#hidden.delete(pet));
    }

    override page(limit: number, filter: PetStatus | undefined) {
      return super
        .page(Number.POSITIVE_INFINITY, filter)
        .filter((pet) => !this.#hidden.has(pet))
        .slice(0, limit);
    }

    override find(petId: string) {
      const pet = super.find(petId);
      return pet !== undefined && this.#hidden.has(pet) && !finds ? undefined : pet;
    }
  };

/** Answers each call of such a number with 429, or another status. */
const limiting = ([every, retryAfter, status = 429]: [
  every: number,
  retryAfter: () => string,
  status?: number,
]) =>
  atCalls((_service, count) => {
    if (count % every !== 0) return;
    const headers = { 'Retry-After': retryAfter() };
    throw new Refusal(status, 'too_many_requests', 'Please wait.', headers);
  });

/** When a store shows what was created, and what others do meanwhile, is not stated. */
const replicas = permitting({
  ...rowsOf('A created pet is in lists', lagging, {
    '200 ms later; it can be read at once': [200, true],
    '150 ms later, and can be read then': [150, false],
  }),
  ...rowsOf('Other clients', atCalls, {
    'create a pet at every fifth call': (service, count) => {
      if (count % 5 === 0) service.added({ name: 'Of another client', categoryId: 2n });
    },
    'create a pet at every seventh call, and delete it soon': (service, count) => {
      const name = 'Of another client';
      if (count % 7 === 0) service.added({ name, categoryId: 2n, status: 'sold' });
      if (count % 7 === 3) service.pets = service.pets.filter((pet) => pet.name !== name);
    },
    'delete a pet that they created at every 15th call': (service, count) => {
      const isNext = ({ id }: Pet) => id === BigInt(Math.floor(count / 15)) && id <= 30n;
      service.pets = service.pets.filter((pet) => !isNext(pet));
    },
  }),
  'An id that was not found is remembered until the next pet is created.': class extends RememberingUnknown {
    override keep(pet: Pet) {
      this.unknown.clear();
      super.keep(pet);
    }
  },
  ...rowsOf('Answered with 429 is', limiting, {
    'every 25th call, with Retry-After: 1': [25, () => '1'],
    'every 80th call, with a date': [80, () => new Date(Date.now() + 1_500).toUTCString()],
  }),
  ...rowsOf('Answered with 503 is', limiting, {
    'every 40th call, with Retry-After: 1': [40, () => '1', 503],
  }),
  'The address ends in /api/animals/v1.': class extends Service {
    override readonly base = '/api/animals/v1';
  },
});

/** Waits before each answer; `underWay` is the number of calls. */
const slow = (millisecondsOf: (call: Call, underWay: number) => number) =>
  class extends Service {
    #underWay = 0;

    override async answer(call: Call): Promise<Answer> {
      this.#underWay += 1;
      await this.wait(millisecondsOf(call, this.#underWay));
      this.#underWay -= 1;
      return super.answer(call);
    }
  };

/** The document states neither how long an answer takes nor how many calls at once are too many. */
export const legalLoad: readonly Variant[] = permitting({
  ...rowsOf('It takes', slow, {
    '200 ms to answer': () => 200,
    '300 ms to create a pet': (call) => (call.operation === 'createPet' ? 300 : 0),
    '20 ms for each call that is under way': (_call, underWay) => 20 * underWay,
  }),
  'A call beside twelve others is answered with 429.': class extends Service {
    #underWay = 0;

    override async answer(call: Call): Promise<Answer> {
      this.#underWay += 1;
      await this.wait(20);
      const answer =
        this.#underWay > 12
          ? this.refused(new Refusal(429, 'too_many_requests', 'Please wait.'), call)
          : await super.answer(call);
      this.#underWay -= 1;
      return answer;
    }
  },
});

export const legalStores = [...idsAndOrder, ...stores, ...replicas];
