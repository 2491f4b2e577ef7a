import { petStatuses } from '../../engine/pets/pet.js';
import { documentWords } from '../document.js';
import { isSamePet } from '../provider/animal-store.js';
import { maxPage } from '../provider/pets.js';
import { NotProved } from '../verdict.js';
import type { Law, Trial } from './check.js';
import { soon } from './eventually.js';
import { tooMany } from './listing.js';

/** Of all pets before and after, those with the status are on the filtered page. */
async function checkShowsAll(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  await pets.withStatus(undefined);
  for (const status of petStatuses) {
    await soon(trial, async () => {
      const own = await pets.withStatus(status);
      const before = await pets.all();
      const page = await store.list({ limit: maxPage, status });
      const after = await pets.all();
      if (page.pets.length === maxPage) {
        throw new NotProved(tooMany);
      }
      const throughout = before?.filter((one) => after?.some((pet) => isSamePet(pet, one))) ?? [];
      const expected = [own, ...throughout].filter((pet) => pet.status === status);
      const missing = expected.find(({ id }) => !page.pets.some((pet) => pet.id === id));
      if (missing !== undefined) {
        throw store.stale(page.exchange, `the pet ${missing.id}, which has the status ${status}`);
      }
    });
  }
}

/** The filter comes first, and the page is cut from what it leaves; without limit it is cut at 20. */
async function checkFilterFirst(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  for (const status of petStatuses) {
    await pets.withStatus(status);
    for (const cut of [{ limit: 1 }, { limit: 2 }, { limit: 20 }, {}]) {
      await soon(trial, async () => {
        const before = await store.list({ limit: maxPage, status });
        const page = await store.list({ ...cut, status });
        const expected = Math.min(cut.limit ?? 20, before.pets.length);
        if (page.pets.length < expected) {
          const expectation = `${expected} pets, as at least ${before.pets.length} are ${status}`;
          throw store.stale(page.exchange, expectation, `${page.pets.length} pets`);
        }
      });
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
