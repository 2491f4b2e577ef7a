import { petStatuses } from '../../engine/service/pet.js';
import { documentWords } from '../document.js';
import { longestPage } from '../pets.js';
import { NotProved } from '../verdict.js';
import { type Law, soon, type Trial } from './law.js';
import { tooMany } from './listing.js';

/** Of all pets before and after, those with the status are on the filtered page. */
async function checkShowsAll({ store, pets }: Trial): Promise<void> {
  await pets.withStatus(undefined);
  for (const status of petStatuses) {
    const own = await pets.withStatus(status);
    await soon(async () => {
      const before = await pets.all();
      const page = await store.list({ limit: longestPage, status });
      const after = await pets.all();
      if (page.pets.length === longestPage) {
        throw new NotProved(tooMany);
      }
      const throughout = before?.filter(({ id }) => after?.some((pet) => pet.id === id)) ?? [];
      const expected = [own, ...throughout].filter((pet) => pet.status === status);
      const missing = expected.find(({ id }) => !page.pets.some((pet) => pet.id === id));
      if (missing !== undefined) {
        throw store.broken(page.exchange, `the pet ${missing.id}, which has the status ${status}`);
      }
    });
  }
}

/** The filter comes first, and the page is cut from what it leaves. */
async function checkFilterFirst({ store, pets }: Trial): Promise<void> {
  for (const status of petStatuses) {
    await pets.withStatus(status);
    const before = await store.list({ limit: longestPage, status });
    for (const limit of [1, 2, 20]) {
      const page = await store.list({ limit, status });
      const expected = Math.min(limit, before.pets.length);
      if (page.pets.length < expected) {
        const expectation = `${expected} pets, as at least ${before.pets.length} are ${status}`;
        throw store.broken(page.exchange, expectation, `${page.pets.length} pets`);
      }
    }
  }
}

export const filteringLaws: readonly Law[] = [
  {
    section: '4.1',
    promise: 'a status filter shows all pets with that status, and no others',
    document: documentWords.filter,
    check: checkShowsAll,
  },
  {
    section: '4.1',
    promise: 'limit counts the pets that a status filter leaves',
    document: documentWords.filter,
    check: checkFilterFirst,
  },
];
