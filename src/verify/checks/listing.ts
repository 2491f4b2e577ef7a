import { type Pet, type PetStatus, petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { petMissingOrMoved } from '../../document/responses.js';
import { maxPage, type ReceivedPage } from '../provider-client.js';
import { catchError, Inconclusive, StaleResponse } from '../result.js';
import {
  type Check,
  type CheckContext,
  eventually,
  expectSamePet,
  mapCases,
  settleAll,
} from './check.js';

/** More than the default limit of 20, so that omitting limit makes a difference. */
const enoughPets = 21;

export const shortPage = 'a page has fewer pets than its limit, but there are more';

export const tooManyPets = `the store has ${maxPage} pets or more, and no page shows all of them`;

/** Expects pages to be shorter than their limit only if there are no more pets with their status. */
async function expectFull({ store }: CheckContext, status: PetStatus | undefined): Promise<void> {
  const count = async () => (await store.listAll(status)).pets.length;
  const total = await count();
  for (const limit of status === undefined ? limits : [1, 2, undefined]) {
    const { pets, exchange } = await store.list({ status, limit });
    const least = Math.min(limit ?? 20, total);
    // Other clients may have deleted some.
    if (pets.length < least && pets.length < (await count())) {
      throw store.staleFailure(exchange, {
        expected: `${least} pets, because a page with limit ${maxPage} has ${total}`,
        problem: `${pets.length} pets received`,
        cause: shortPage,
      });
    }
  }
}

/** Expects a pet as it was before on a page that has it, and on every page with room for more pets. */
async function expectListed(
  context: CheckContext,
  { pets, isWhole, exchange }: ReceivedPage,
  before: Pet,
  expected = `the pet ${before.id}, as the page has room for more pets`,
): Promise<void> {
  const { store } = context;
  const same = `the pet ${before.id} as returned before`;
  const pet = pets.find(({ id }) => id === before.id);
  if (pet !== undefined) {
    return expectSamePet(context, before, { pet, exchange }, same);
  }
  if (isWhole) {
    const received = await catchError(StaleResponse, () => store.get(before.id));
    if (received instanceof StaleResponse) {
      if (context.pets.created.some(({ id }) => id === before.id)) throw received;
      // Another client has deleted its pet meanwhile.
      return;
    }
    // With another status, it belongs to another filter.
    await expectSamePet(context, before, received, same);
    const problem = `${pets.length} pets received, and not this one`;
    throw store.staleFailure(exchange, { expected, problem, cause: petMissingOrMoved });
  }
}

/** Expects pets on the pages that have room for them: without a filter, and with their status. */
export const expectAllListed = (context: CheckContext, expected: readonly Pet[]) =>
  eventually(context, async () => {
    const pages = await Promise.all(
      [undefined, ...petStatuses].map(async (status) => ({
        status,
        page: await context.store.listAll(status),
      })),
    );
    await settleAll(
      pages.flatMap(({ status, page }) =>
        expected
          .filter((one) => status === undefined || one.status === status)
          .map((pet) => expectListed(context, page, pet)),
      ),
    );
    if (pages.every(({ page }) => !page.isWhole)) {
      throw new Inconclusive(tooManyPets);
    }
  });

/** Expects the page with a filter to have all pets of the page without one that have the status, and no others. */
async function expectFiltered(context: CheckContext, status: PetStatus): Promise<void> {
  const all = await context.store.listAll();
  const filtered = await context.store.listAll(status);
  for (const pet of all.pets.filter((one) => one.status === status)) {
    await expectListed(context, filtered, pet, `the pet ${pet.id}, which has the status ${status}`);
  }
  for (const pet of filtered.pets) {
    await expectListed(context, all, pet, `the pet ${pet.id}, which status=${status} shows`);
  }
  if (!all.isWhole && !filtered.isWhole) {
    throw new Inconclusive(tooManyPets);
  }
}

/** Runs first, when other checks have created no pet of a status: its page may be empty. */
export const firstListsCheck: Check = {
  requirement: 'listPets returns an array of pets for each status',
  ...quotes.page,
  cases: ({ store }) => mapCases('status=', petStatuses, (status) => store.listAll(status)),
};

/** What a page may be limited to: by default 20. */
const limits = [1, 2, 3, 19, 20, 21, 50, 99, maxPage, undefined];

/** Run late, when other checks have created pets: so the first needs fewer, and the second has more. */
export const pageChecks: readonly Check[] = [
  {
    requirement: 'a page has as many pets as limit (20 by default), or all pets if there are fewer',
    ...quotes.pageSize,
    async cases(context) {
      const { pets, store } = context;
      await pets.atLeast(enoughPets);
      for (const status of petStatuses) {
        await pets.withStatus(status);
      }
      if (!store.readOnly) {
        await pets.atLeast(Math.min(enoughPets + store.morePets, maxPage - 1), 'available');
      }
      const test = (status?: PetStatus) => eventually(context, () => expectFull(context, status));
      return { 'no filter': () => test(), ...mapCases('status=', petStatuses, test) };
    },
  },
  {
    requirement: 'the status filter returns all pets with that status and no others',
    ...quotes.states,
    cases: (context) =>
      mapCases('status=', petStatuses, (status) =>
        eventually(context, () => expectFiltered(context, status)),
      ),
  },
];
