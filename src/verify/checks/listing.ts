import { type Pet, type PetStatus, petStatuses } from '../../document/pet.js';
import { missing, shortPage } from '../causes.js';
import { quotes } from '../document.js';
import { everyStatus } from '../pets.js';
import { Inconclusive } from '../result.js';
import { maxPage, type ReceivedPage } from '../store.js';
import { type Check, type CheckContext, eventually, expectSamePet, mapCases } from './check.js';

/** More than the default limit of 20, so that omitting limit makes a difference. */
export const enoughPets = 21;

export const tooManyPets = `the store has ${maxPage} pets or more, and no page shows all of them`;

/**
 * Expects a page to be shorter than its limit only if there are no more pets with its status; they are
 * counted before and after, because other clients may use the provider too.
 */
const expectLength = (
  context: CheckContext,
  limit: number | undefined,
  status: PetStatus | undefined,
): Promise<void> =>
  eventually(context, async () => {
    const { store } = context;
    const before = await store.listAll(status);
    const page = await store.list({ status, limit });
    const after = await store.listAll(status);
    const total = Math.min(before.pets.length, after.pets.length);
    const expected = Math.min(limit ?? 20, total);
    if (page.pets.length < expected) {
      const kind = status === undefined ? '' : ` that are ${status}`;
      throw store.staleFailure(page.exchange, {
        expected: `${expected} pets, because the store has at least ${total}${kind}`,
        problem: `${page.pets.length} pets received`,
        cause: shortPage,
      });
    }
  });

/** Expects a pet on a page, as it was before. */
export function expectListed(
  context: CheckContext,
  { pets, exchange }: ReceivedPage,
  before: Pet,
  expected = `the pet ${before.id} on the page, which shows all pets`,
): void {
  const index = pets.findIndex(({ id }) => id === before.id);
  const pet = pets[index];
  if (pet === undefined) {
    const problem = `${pets.length} pets received, and not this one`;
    throw context.store.staleFailure(exchange, { expected, problem, cause: missing });
  }
  const received = { pet, exchange, index };
  expectSamePet(context, before, received, `the pet ${before.id} as returned before`);
}

/** Expects pets on the pages that show all pets, or all with their status. */
export const expectAllListed = (context: CheckContext, expected: readonly Pet[]) =>
  eventually(context, async () => {
    const pages = await Promise.all(
      [undefined, ...petStatuses].map(async (status) => ({
        ...(await context.store.listAll(status)),
        shown: expected.filter((pet) => status === undefined || pet.status === status),
      })),
    );
    const whole = pages.filter(({ isWhole }) => isWhole);
    for (const page of whole) {
      for (const pet of page.shown) {
        expectListed(context, page, pet);
      }
    }
    if (whole.length === 0) {
      throw new Inconclusive(tooManyPets);
    }
  });

/**
 * Expects the page with a filter to have all pets that have the status before and after, and no others;
 * and the page without one to have all of these pets, although a store may have a maximum of its own.
 */
async function expectFiltered(context: CheckContext, status: PetStatus): Promise<void> {
  const { store } = context;
  const before = await store.listAll();
  const filtered = await store.listAll(status);
  const after = await store.listAll();
  const lasting = before.pets.filter((one) => after.pets.some(({ id }) => id === one.id));
  const expected = lasting.filter((pet) => pet.status === status);
  if (!filtered.isWhole) {
    throw new Inconclusive(tooManyPets);
  }
  for (const pet of expected) {
    expectListed(context, filtered, pet, `the pet ${pet.id}, which has the status ${status}`);
  }
  const shown = new Map([...before.pets, ...after.pets].map((pet) => [pet.id, pet]));
  for (const [index, pet] of filtered.pets.entries()) {
    const other = shown.get(pet.id);
    if (other !== undefined) {
      const received = { pet, exchange: filtered.exchange, index };
      expectSamePet(context, other, received, `the pet ${pet.id} as on the page without a filter`);
    } else if (before.isWhole && after.isWhole) {
      throw store.staleFailure(after.exchange, {
        expected: `the pet ${pet.id}, which status=${status} shows, on the page, which shows all pets`,
        problem: `${after.pets.length} pets received, and not this one`,
        cause: shortPage,
      });
    }
  }
}

/** Runs first, when other checks have created no pet of a status: its page may be empty. */
export const firstListsCheck: Check = {
  requirement: 'listPets returns an array of pets for each status',
  ...quotes.page,
  cases: ({ store }) =>
    mapCases(
      petStatuses,
      (status) => `status=${status}`,
      (status) => store.listAll(status),
    ),
};

export const listingChecks: readonly Check[] = [
  {
    requirement: 'listPets returns created pets unchanged, with a filter and without',
    ...quotes.page,
    creates: 1,
    async cases(context) {
      const { store, pets } = context;
      // A cache that lives long begins here.
      await store.listAll();
      await Promise.all(everyStatus.map((status) => pets.withStatus(status)));
      await pets.create({ status: 'pending' });
      // Not those that other checks create meanwhile: the list may lag behind for each of them.
      const created = [...pets.created];
      return { [`limit=${maxPage}`]: () => expectAllListed(context, created) };
    },
  },
];

/** What a page may be limited to: by default 20. */
const limits = [1, 2, 3, 5, 10, 19, 20, 21, 25, 50, 99, maxPage, undefined];

/** Run late, when other checks have created pets: so the first needs fewer, and the second has more. */
export const pageChecks: readonly Check[] = [
  {
    requirement: 'a page has as many pets as limit (20 by default), or all pets if there are fewer',
    ...quotes.pageSize,
    async cases(context) {
      const { pets } = context;
      await pets.atLeast(enoughPets);
      return mapCases(
        [
          ...limits.map((limit) => ({ limit, status: undefined })),
          ...petStatuses.flatMap((status) =>
            [1, 2, 20, undefined].map((limit) => ({ limit, status })),
          ),
        ],
        ({ limit = 'none', status }) => `limit=${limit}${status ? `, status=${status}` : ''}`,
        async ({ limit, status }) => {
          if (status !== undefined) {
            await pets.withStatus(status);
          }
          await expectLength(context, limit, status);
        },
      );
    },
  },
  {
    requirement: 'the status filter returns all pets with that status and no others',
    ...quotes.states,
    cases: (context) =>
      mapCases(
        petStatuses,
        (status) => `status=${status}`,
        (status) => eventually(context, () => expectFiltered(context, status)),
      ),
  },
];
