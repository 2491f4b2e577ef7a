import { type Pet, type PetStatus, petStatuses } from '../../document/pet.js';
import { missing, shortPage } from '../causes.js';
import { quotes } from '../document.js';
import { everyStatus, maxPage } from '../pets.js';
import { CheckFailed, catchError, Inconclusive, type StaleResponse } from '../result.js';
import { type AnimalStore, isSamePet, type ListQuery, type ReceivedPage } from '../store.js';
import {
  type Check,
  type CheckContext,
  eventually,
  expectSamePet,
  type PetContext,
} from './check.js';

/** More than the default limit of 20, so that omitting limit makes a difference. */
export const enoughPets = 21;

const nameQuery = ({ status }: ListQuery) =>
  status === undefined ? 'without a filter' : `status=${status}`;

export const tooManyPets = `the store has ${maxPage} pets or more, and no page shows all of them`;

/**
 * Lists all pets, or all with a status.
 *
 * @throws {Inconclusive} when the page may not show all
 */
export async function listWhole(store: AnimalStore, query: ListQuery = {}): Promise<ReceivedPage> {
  const page = await store.list({ ...query, limit: maxPage });
  if (!page.isWhole) {
    throw new Inconclusive(tooManyPets);
  }
  return page;
}

/**
 * Expects a page to be shorter than its limit only if there are no more pets with its status; they are
 * counted before and after, because other clients may use the provider too.
 */
function expectLength({ store, retryBudget }: CheckContext, query: ListQuery): Promise<void> {
  const whole = { ...query, limit: maxPage };
  return eventually({ retryBudget }, async () => {
    const before = await store.list(whole);
    const page = await store.list(query);
    const after = await store.list(whole);
    const total = Math.min(before.pets.length, after.pets.length);
    const expected = Math.min(query.limit ?? 20, total);
    if (page.pets.length < expected) {
      const kind = query.status === undefined ? '' : ` that are ${query.status}`;
      const expectation = `${expected} pets, because the store has at least ${total}${kind}`;
      throw store.staleFailure(page.exchange, {
        expected: expectation,
        problem: `${page.pets.length} pets received`,
        mismatch: { path: '$', problem: 'must have as many pets as limit' },
        causes: [shortPage],
      });
    }
  });
}

/** Creates the error for a page that lacks a pet. */
export function createMissing(
  store: AnimalStore,
  { pets, exchange }: ReceivedPage,
  expected: string,
): StaleResponse {
  return store.staleFailure(exchange, {
    expected,
    problem: `${pets.length} pets received, and not this one`,
    mismatch: { path: '$', problem: 'must have a pet that exists' },
    causes: [missing],
  });
}

export function expectListed(context: PetContext, page: ReceivedPage, before: Pet): void {
  const { pets, exchange } = page;
  const index = pets.findIndex(({ id }) => id === before.id);
  const pet = pets[index];
  if (pet === undefined) {
    const expected = `the pet ${before.id} on the page, which shows all pets`;
    throw createMissing(context.store, page, expected);
  }
  const received = { pet, exchange, index };
  expectSamePet(context, before, received, `the pet ${before.id} as returned before`);
}

/** Lists that show all pets, or all with a status, unless there are too many. */
export const wholeLists: readonly ListQuery[] = [
  { limit: maxPage },
  ...petStatuses.map((status) => ({ limit: maxPage, status })),
];

export const listingChecks: readonly Check[] = [
  {
    requirement: 'a page has as many pets as limit, or all pets if there are fewer',
    ...quotes.pageSize,
    run: (context, cases) =>
      cases.all(
        [1, 2, 3, 5, 10, 19, 20, 21, 25, 50, 99, maxPage].map((limit) => ({
          name: `limit=${limit}`,
          test: () => expectLength(context, { limit }),
        })),
      ),
  },
  {
    requirement: 'listPets returns created pets unchanged',
    ...quotes.page,
    creates: 1,
    async run(context, cases) {
      const { store, pets } = context;
      // A cache that lives long begins here.
      await store.list({ limit: maxPage });
      await Promise.all(everyStatus.map((status) => pets.withStatus(status)));
      await pets.create({ status: 'pending' });
      // Not those that other checks create meanwhile: the list may lag behind for each of them.
      const { created } = pets;
      await cases.all(
        wholeLists.map((query) => ({
          name: nameQuery(query),
          test: () =>
            eventually(context, async () => {
              const page = await listWhole(store, query);
              for (const pet of created) {
                if (query.status === undefined || pet.status === query.status) {
                  expectListed(context, page, pet);
                }
              }
            }),
        })),
      );
    },
  },
  {
    requirement: 'two equal listPets requests return the same pets',
    ...quotes.page,
    /** Two lists agree on every pet that both show, and on which there are if a page can show all. */
    run(context, cases) {
      const { store } = context;
      return cases.test(`limit=${maxPage}, twice`, () =>
        eventually(context, async () => {
          const first = await store.list({ limit: maxPage });
          const second = await store.list({ limit: maxPage });
          for (const pet of first.pets) {
            if (second.isWhole || second.pets.some(({ id }) => id === pet.id)) {
              expectListed(context, second, pet);
            }
          }
        }),
      );
    },
  },
  {
    requirement: 'the status filter returns all pets with that status and no others',
    ...quotes.filter,
    /** Of all pets before and after, those with the status are on the filtered page. */
    async run(context, cases) {
      const { store, pets } = context;
      await pets.withStatus(undefined);
      const expectFiltered = async (status: PetStatus) => {
        const own = await pets.withStatus(status);
        const before = await pets.listAll();
        const page = await listWhole(store, { status });
        const after = await pets.listAll();
        const unchanged = before?.filter((one) => after?.some((pet) => isSamePet(pet, one))) ?? [];
        const expected = [own, ...unchanged].filter((pet) => pet.status === status);
        const missing = expected.find(({ id }) => !page.pets.some((pet) => pet.id === id));
        if (missing !== undefined) {
          const wanted = `the pet ${missing.id}, which has the status ${status}`;
          throw createMissing(store, page, wanted);
        }
      };
      await cases.all(
        petStatuses.map((status) => ({
          name: `status=${status}`,
          test: () => eventually(context, () => expectFiltered(status)),
        })),
      );
    },
  },
  {
    requirement: 'limit applies after the status filter',
    ...quotes.filter,
    /** The limit, 20 by default, applies to the filtered pets. */
    run: (context, cases) =>
      cases.all(
        petStatuses.flatMap((status) =>
          [1, 2, 20, undefined].map((limit) => ({
            name: `status=${status} ${limit === undefined ? 'without limit' : `and limit=${limit}`}`,
            test: async () => {
              await context.pets.withStatus(status);
              await expectLength(context, { status, ...(limit === undefined ? {} : { limit }) });
            },
          })),
        ),
      ),
  },
];

/** Runs first, when other checks have created no pet of a status: its page may be empty. */
export const firstListsCheck: Check = {
  requirement: 'listPets returns an array of pets for each status',
  ...quotes.page,
  run: (context, cases) =>
    cases.all(
      petStatuses.map((status) => ({
        name: `status=${status}`,
        test: async () => {
          await context.store.list({ limit: maxPage, status });
        },
      })),
    ),
};

/** Runs late, when other checks have created so many pets that it needs fewer of its own. */
export const defaultLimitCheck: Check = {
  requirement: 'a page without limit has 20 pets, or all pets if there are fewer',
  ...quotes.pageSize,
  run: (context, cases) =>
    cases.test(`without limit, with ${enoughPets} pets or more`, async () => {
      await context.pets.atLeast(enoughPets);
      await expectLength(context, {});
    }),
};

/**
 * Ensures that every list can be read: an invalid pet that was accepted before may break it for good; a
 * rejection just before, once.
 */
export async function expectReadable(store: AnimalStore): Promise<void> {
  const read = () =>
    catchError(CheckFailed, async () => {
      for (const query of wholeLists) {
        await store.list(query);
      }
    });
  const failure = (await read()) instanceof CheckFailed ? await read() : undefined;
  if (failure instanceof CheckFailed) {
    const { message, evidence } = failure;
    throw new Inconclusive(`the list could not be read before: ${message}`, { evidence });
  }
}

/** Runs late: the more pets there are, the more a page of the largest size may lack. */
export const wholePageCheck: Check = {
  requirement: `limit=${maxPage} shows all pets if there are fewer`,
  ...quotes.pageSize,
  /** A store may have a maximum of its own: then the filters show pets that the page does not. */
  async run(context, cases) {
    await expectReadable(context.store);
    await cases.all(
      petStatuses.map((status) => ({
        name: `pets that are ${status}`,
        test: () => eventually(context, () => expectAllShown(context, status)),
      })),
    );
  },
};

async function expectAllShown({ store, pets }: CheckContext, status: PetStatus): Promise<void> {
  const before = await pets.listAll();
  const filtered = await store.list({ limit: maxPage, status });
  const after = await store.list({ limit: maxPage });
  if (before === undefined || !after.isWhole) {
    throw new Inconclusive(tooManyPets);
  }
  const shown = new Set([...before, ...after.pets].map(({ id }) => id));
  const hidden = filtered.pets.find(({ id }) => !shown.has(id));
  if (hidden !== undefined) {
    const expected = `the pet ${hidden.id}, which status=${status} shows, on the page, which shows all pets`;
    throw createMissing(store, after, expected);
  }
}
