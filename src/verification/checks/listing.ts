import { type Pet, petStatuses } from '../../engine/pets/pet.js';
import { documentWords } from '../document.js';
import type { ListQuery, Page } from '../provider/animal-store.js';
import { everyStatus, maxPage } from '../provider/pets.js';
import { NotProved } from '../verdict.js';
import type { Law, Trial } from './check.js';
import { soon } from './eventually.js';
import { expectSame } from './same-pet.js';

/** More than the default of 20, so that leaving limit out makes a difference. */
export const enough = 21;

export const tooMany = `the store has ${maxPage} pets or more, and no page shows all of them`;

/**
 * A page is only shorter than its limit when there are no more pets; counted before and after, as
 * others may use the provider too.
 */
function checkLength(trial: Trial, query: ListQuery): Promise<void> {
  const { store } = trial;
  return soon(trial, async () => {
    const before = await store.list({ limit: maxPage });
    const page = await store.list(query);
    const after = await store.list({ limit: maxPage });
    const total = Math.min(before.pets.length, after.pets.length);
    const expected = Math.min(query.limit ?? 20, total);
    if (page.pets.length < expected) {
      const expectation = `${expected} pets, as there are at least ${total}`;
      throw store.stale(page.exchange, expectation, `${page.pets.length} pets`);
    }
  });
}

async function checkDefault(trial: Trial): Promise<void> {
  await trial.pets.atLeast(enough);
  await checkLength(trial, {});
}

async function checkLimits(trial: Trial): Promise<void> {
  for (const limit of [1, 2, 3, 5, 10, 19, 20, 21, 25, 50, 99, maxPage]) {
    await checkLength(trial, { limit });
  }
}

function expectOnPage(trial: Trial, { pets, exchange }: Page, before: Pet): void {
  const pet = pets.find(({ id }) => id === before.id);
  if (pet === undefined) {
    const expected = `the pet ${before.id} on the page, which has all pets`;
    throw trial.store.stale(exchange, expected);
  }
  expectSame(trial, before, { pet, exchange }, `the pet ${before.id} as it was told before`);
}

const wholeLists: readonly ListQuery[] = [
  { limit: maxPage },
  ...petStatuses.map((status) => ({ limit: maxPage, status })),
];

const isShownBy =
  ({ status }: ListQuery) =>
  (pet: Pet) =>
    status === undefined || pet.status === status;

async function checkCreatedIsListed(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  // What a cache keeps for long, it keeps from here.
  await store.list({ limit: maxPage });
  await Promise.all(everyStatus.map((status) => pets.withStatus(status)));
  await pets.create({ status: 'pending' });
  let proved = false;
  await soon(trial, async () => {
    for (const query of wholeLists) {
      const page = await store.list(query);
      if (page.pets.length < maxPage) {
        proved = true;
        for (const pet of pets.created.filter(isShownBy(query))) {
          expectOnPage(trial, page, pet);
        }
      }
    }
  });
  if (!proved) {
    throw new NotProved(tooMany);
  }
}

/** Two lists agree on every pet that both show, and on which there are, when a page can show all. */
function checkAgree(trial: Trial): Promise<void> {
  const { store } = trial;
  return soon(trial, async () => {
    const first = await store.list({ limit: maxPage });
    const second = await store.list({ limit: maxPage });
    const all = second.pets.length < maxPage;
    for (const pet of first.pets) {
      if (all || second.pets.some(({ id }) => id === pet.id)) {
        expectOnPage(trial, second, pet);
      }
    }
  });
}

export const listingLaws: readonly Law[] = [
  {
    section: '8',
    promise: 'a page is as long as limit says, or as there are pets',
    document: documentWords.pageSize,
    check: checkLimits,
  },
  {
    section: '4.1',
    promise: 'the list shows what was created, as it was created',
    document: documentWords.page,
    creates: 1,
    check: checkCreatedIsListed,
  },
  {
    section: '4.1',
    promise: 'two equal lists agree on the pets that they show',
    document: documentWords.page,
    check: checkAgree,
  },
];

/** It comes late, when so many pets were created for other reasons that it takes fewer of its own. */
export const defaultLengthLaw: Law = {
  section: '8',
  promise: 'without limit, a page has 20 pets, or as many as there are',
  document: documentWords.pageSize,
  check: checkDefault,
};
