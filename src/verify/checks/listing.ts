import { type Pet, type PetStatus, petStatuses } from '../../document/pet.js';
import { missing, shortPage } from '../causes.js';
import { quotes } from '../document.js';
import { Inconclusive } from '../result.js';
import { maxPage, type ReceivedPage } from '../store.js';
import { type Check, type CheckContext, eventually, expectSamePet, mapCases } from './check.js';

/** More than the default limit of 20, so that omitting limit makes a difference. */
const enoughPets = 21;

export const tooManyPets = `the store has ${maxPage} pets or more, and no page shows all of them`;

/** Whether values are in order, in either direction. */
const isSorted = (values: readonly (bigint | string)[]) =>
  values.slice(1).every((value, index) => {
    const [first = value, last = value] = [values[0], values.at(-1)];
    const before = values[index] ?? value;
    return first < last ? before <= value : before >= value;
  });

/**
 * Whether a page shows a pet with that id if the list has it. It has all pets; or it is sorted by ids, and
 * the id comes before its last one. Names in the same order may be what it is sorted by.
 */
export function covers({ pets, isWhole }: ReceivedPage, id: bigint): boolean {
  const ids = pets.map((pet) => pet.id);
  const [first = id, last = id] = [ids[0], ids.at(-1)];
  const isBefore = first < last ? id <= last : id >= last;
  return isWhole || (isBefore && isSorted(ids) && !isSorted(pets.map(({ name }) => name)));
}

/** Expects pages to be shorter than their limit only if there are no more pets with their status. */
async function expectFull({ store }: CheckContext, status: PetStatus | undefined): Promise<void> {
  const count = async () => (await store.listAll(status)).pets.length;
  let total = await count();
  for (const limit of status === undefined ? limits : [1, 2, undefined]) {
    const page = await store.list({ status, limit });
    const isFull = () => page.pets.length >= Math.min(limit ?? 20, total);
    if (!isFull()) {
      // Other clients may have deleted some.
      total = Math.min(total, await count());
    }
    if (!isFull()) {
      const kind = status === undefined ? '' : ` that are ${status}`;
      throw store.staleFailure(page.exchange, {
        expected: `${Math.min(limit ?? 20, total)} pets, because the store has at least ${total}${kind}`,
        problem: `${page.pets.length} pets received`,
        cause: shortPage,
      });
    }
  }
}

/** Expects a pet on a page, as it was before. */
export function expectListed(
  context: CheckContext,
  { pets, exchange }: ReceivedPage,
  before: Pet,
  expected = `the pet ${before.id} on the page, which shows all pets`,
): void {
  const pet = pets.find(({ id }) => id === before.id);
  if (pet === undefined) {
    const problem = `${pets.length} pets received, and not this one`;
    throw context.store.staleFailure(exchange, { expected, problem, cause: missing });
  }
  expectSamePet(context, before, { pet, exchange }, `the pet ${before.id} as returned before`);
}

/** Expects pets on the pages that show them if the list has them: without a filter, and with their status. */
export const expectAllListed = (context: CheckContext, expected: readonly Pet[]) =>
  eventually(context, async () => {
    const filters = new Set([undefined, ...expected.map(({ status }) => status)]);
    const pages = await Promise.all(
      [...filters].map(async (status) => ({ status, page: await context.store.listAll(status) })),
    );
    for (const pet of expected) {
      const fitting = pages.filter(({ status }) => status === undefined || status === pet.status);
      const covering = fitting.filter(({ page }) => covers(page, pet.id));
      for (const { page } of covering) {
        expectListed(context, page, pet);
      }
      if (covering.length === 0) {
        throw new Inconclusive(tooManyPets);
      }
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
  const covered = expected.filter(({ id }) => covers(filtered, id));
  if (!filtered.isWhole && covered.length === 0) {
    throw new Inconclusive(tooManyPets);
  }
  for (const pet of covered) {
    expectListed(context, filtered, pet, `the pet ${pet.id}, which has the status ${status}`);
  }
  const shown = new Map([...before.pets, ...after.pets].map((pet) => [pet.id, pet]));
  for (const pet of filtered.pets) {
    const other = shown.get(pet.id);
    if (other !== undefined) {
      const received = { pet, exchange: filtered.exchange };
      expectSamePet(context, other, received, `the pet ${pet.id} as on the page without a filter`);
    } else if (covers(before, pet.id) && covers(after, pet.id)) {
      throw store.staleFailure(after.exchange, {
        expected: `the pet ${pet.id}, which status=${status} shows, on the page without a filter`,
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
      return mapCases(
        [undefined, ...petStatuses],
        (status) => (status === undefined ? 'no filter' : `status=${status}`),
        (status) => eventually(context, () => expectFull(context, status)),
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
