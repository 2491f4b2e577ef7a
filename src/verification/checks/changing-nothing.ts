import { documentWords } from '../document.js';
import type { AnimalStore } from '../provider/animal-store.js';
import type { Credential } from '../provider/credentials.js';
import { maxPage } from '../provider/pets.js';
import type { ProviderCall } from '../provider/provider.js';
import { Broken, NotProved } from '../verdict.js';
import type { Law, Trial } from './check.js';
import { tooMany } from './listing.js';

const lookedFor = 'pending';

/**
 * Calls that are refused, each with a name to recognise its pet by if there is one after all, and
 * a status, by which it is looked for where the store is too large for one page.
 */
function refusedCreations(
  name: string,
  categoryId: bigint,
): { call: ProviderCall; status: 400 | 401 }[] {
  const post = (body: string, credential: Credential = 'valid'): ProviderCall => ({
    method: 'POST',
    path: '/pets',
    body,
    credential,
  });
  const named = `"name":${JSON.stringify(name)}`;
  const pending = `"status":"${lookedFor}"`;
  const good = `{${named},"categoryId":${categoryId},${pending}}`;
  return [
    { call: post(`{${named},${pending}}`), status: 400 },
    { call: post(`{${named},"categoryId":"one",${pending}}`), status: 400 },
    { call: post(`{${named},"categoryId":${categoryId},"status":"eaten"}`), status: 400 },
    { call: post(good.slice(0, -1)), status: 400 },
    { call: post(good, 'none'), status: 401 },
    { call: post(good, 'invalid'), status: 401 },
  ];
}

const pagesOf = async (store: AnimalStore) => [
  await store.list({ limit: maxPage }),
  await store.list({ limit: maxPage, status: lookedFor }),
];

/** A wrong pet that was accepted before may have spoilt the list; a refusal just before spoils it once. */
async function expectReadable(store: AnimalStore): Promise<void> {
  let spoilt: unknown;
  for (let looks = 0; looks < 2; looks += 1) {
    try {
      await pagesOf(store);
      return;
    } catch (error) {
      if (!(error instanceof Broken)) {
        throw error;
      }
      spoilt = error.message;
    }
  }
  throw new NotProved(`the list could not be read before: ${spoilt}`);
}

async function expectNoneNamed(store: AnimalStore, name: string): Promise<void> {
  const pages = await pagesOf(store);
  for (const { pets, exchange } of pages) {
    if (pets.some((pet) => pet.name === name)) {
      throw store.broken(exchange, 'no pet of a call that was refused', 'one that is there');
    }
  }
  if (pages.every(({ pets }) => pets.length === maxPage)) {
    throw new NotProved(tooMany);
  }
}

async function checkChangesNothing({ store, pets }: Trial): Promise<void> {
  await expectReadable(store);
  const name = pets.name();
  for (const { call, status } of refusedCreations(name, pets.categoryId)) {
    await store.refused(call, status);
  }
  await expectNoneNamed(store, name);
  await pets.create();
}

export const changesNothingLaw: Law = {
  section: '4.2',
  promise: 'a call that is refused creates no pet, and changes nothing of the next one',
  document: documentWords.badRequest,
  creates: 1,
  check: checkChangesNothing,
};
