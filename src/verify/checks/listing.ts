import { type Pet, type PetStatus, petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { displaced } from '../../document/responses.js';
import { Inconclusive } from '../result.js';
import { maxPage, type ReceivedPage } from '../store.js';
import { type Check, type CheckContext, eventually, expectSamePet, mapCases } from './check.js';

/** More than the default limit of 20, so that omitting limit makes a difference. */
const enoughPets = 21;

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
        cause: displaced,
      });
    }
  }
}

/** Expects a pet on a page, as it was before. */
function expectListed(
  context: CheckContext,
  { pets, exchange }: ReceivedPage,
  before: Pet,
  expected = `the pet ${before.id} on the page, which shows all pets`,
): void {
  const pet = pets.find(({ id }) => id === before.id);
  if (pet === undefined) {
    const problem = `${pets.length} pets received, and not this one`;
    throw context.store.staleFailure(exchange, { expected, problem, cause: displaced });
  }
  expectSamePet(context, before, { pet, exchange }, `the pet ${before.id} as returned before`);
}

/** Expects pets on the pages that show all: without a filter, and with their status. */
export const expectAllListed = (context: CheckContext, expected: readonly Pet[]) =>
  eventually(context, async () => {
    const pages = await Promise.all(
      [undefined, ...petStatuses].map(async (status) => ({
        status,
        page: await context.store.listAll(status),
      })),
    );
    const whole = pages.filter(({ page }) => page.isWhole);
    if (whole.length === 0) {
      throw new Inconclusive(tooManyPets);
    }
    for (const { status, page } of whole) {
      for (const pet of expected.filter((one) => status === undefined || one.status === status)) {
        expectListed(context, page, pet);
      }
    }
  });

/** Expects the page with a filter to have all pets of the page without one that have the status, and no others. */
async function expectFiltered(context: CheckContext, status: PetStatus): Promise<void> {
  const all = await context.store.listAll();
  const filtered = await context.store.listAll(status);
  if (!all.isWhole) {
    throw new Inconclusive(tooManyPets);
  }
  for (const pet of all.pets.filter((one) => one.status === status)) {
    expectListed(context, filtered, pet, `the pet ${pet.id}, which has the status ${status}`);
  }
  for (const pet of filtered.pets) {
    expectListed(context, all, pet, `the pet ${pet.id}, which status=${status} shows`);
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
      const { pets } = context;
      await pets.atLeast(enoughPets);
      for (const status of petStatuses) {
        await pets.withStatus(status);
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
