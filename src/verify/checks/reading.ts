import { realTime } from '../../base/real-time.js';
import { type Pet, type PetStatus, petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { petProblems } from '../../document/responses.js';
import { verifyOptionTable } from '../../options/verify-options.js';
import { undecided } from '../causes.js';
import { maxListedPage, type Provider, type ReceivedPage } from '../provider.js';
import { catchError, Inconclusive, StaleResponse } from '../result.js';
import { createExcluded } from '../send/sender.js';
import {
  type Check,
  eachCase,
  eventually,
  expectReadBack,
  expectSamePet,
  nameEach,
  settleAll,
} from './check.js';

/** More than the default limit of 20, so that omitting limit makes a difference. */
const enoughPets = 21;

const limits = [1, 2, 3, 19, 20, 21, 50, 99, maxListedPage, undefined];

const readListedPets = 5;

const shortPage = 'a page has fewer pets than its limit, but there are more';

const byStatus = nameEach('status=', petStatuses);

/** @throws {Inconclusive} when none of the pages shows all pets */
export function expectWhole(...pages: readonly ReceivedPage[]): void {
  if (pages.every(({ isWhole }) => !isWhole)) {
    throw new Inconclusive(
      `the store has ${maxListedPage} pets or more, and no page shows all of them`,
    );
  }
}

/** Expects pages to be shorter than their limit only if there are no more pets with their status. */
async function expectFull(provider: Provider, status: PetStatus | undefined): Promise<void> {
  const count = async () => (await provider.listAll(status)).pets.length;
  const total = await count();
  for (const limit of status === undefined ? limits : [1, 2, undefined]) {
    const { pets, exchange } = await provider.list({ status, limit });
    const least = Math.min(limit ?? 20, total);
    // Other clients may have deleted some.
    if (pets.length < least && pets.length < (await count())) {
      const expected = `${least} pets, because a page with limit ${maxListedPage} has ${total}`;
      const wrong = { expected, problem: `${pets.length} pets received`, cause: shortPage };
      throw provider.failure(exchange, wrong, StaleResponse);
    }
  }
}

/** Expects a pet as it was before on a page that has it, and on every page with room for more pets. */
async function expectListed(
  provider: Provider,
  { pets, isWhole, exchange }: ReceivedPage,
  before: Pet,
  reason = 'as the page has room for more pets',
): Promise<void> {
  const same = `the pet ${before.id} as returned before`;
  const pet = pets.find(({ id }) => id === before.id);
  if (pet !== undefined) {
    return expectSamePet(provider, before, { pet, exchange }, same);
  }
  if (isWhole) {
    const received = await catchError(StaleResponse, () => provider.get(before.id));
    if (received instanceof StaleResponse) {
      if (provider.pets.some(({ id }) => id === before.id)) throw received;
      // Another client has deleted its pet meanwhile.
      return;
    }
    // With another status, it belongs to another filter.
    await expectSamePet(provider, before, received, same);
    const expected = `the pet ${before.id}, ${reason}`;
    const problem = `${pets.length} pets received, and not this one`;
    const wrong = { expected, problem, cause: petProblems.unlisted };
    throw provider.failure(exchange, wrong, StaleResponse);
  }
}

/** Expects pets on the pages that have room for them: without a filter, and with their status. */
export const expectAllListed = (provider: Provider, expected: readonly Pet[]) =>
  eventually(provider, async () => {
    const statuses = [undefined, ...petStatuses];
    const pages = await Promise.all(statuses.map((status) => provider.listAll(status)));
    await settleAll(
      pages.flatMap((page, index) =>
        expected
          .filter(({ status }) => index === 0 || status === statuses[index])
          .map((pet) => expectListed(provider, page, pet)),
      ),
    );
    expectWhole(...pages);
  });

/** Expects the page with a filter to have all pets of the page without one that have the status, and no others. */
async function expectFiltered(provider: Provider, status: PetStatus): Promise<void> {
  const all = await provider.listAll();
  const filtered = await provider.listAll(status);
  for (const pet of all.pets.filter((one) => one.status === status)) {
    await expectListed(provider, filtered, pet, `which has the status ${status}`);
  }
  for (const pet of filtered.pets) {
    await expectListed(provider, all, pet, `which status=${status} shows`);
  }
  expectWhole(all, filtered);
}

/** Runs first, when other checks have created no pet of a status: its page may be empty. */
export const firstListsCheck: Check = {
  requirement: 'listPets returns an array of pets for each status',
  ...quotes.page,
  isInOrder: true,
  cases: (provider) => {
    let isEmptySeen = false;
    return {
      ...eachCase(byStatus, async (status) => {
        const { pets } = await provider.listAll(status);
        isEmptySeen ||= pets.length === 0;
      }),
      'no pets': () => {
        if (!isEmptySeen) {
          throw new Inconclusive('no list was empty; a store without pets would show one');
        }
      },
    };
  },
};

/** Run late, when other checks have created pets: so the first needs fewer, and the second has more. */
export const pageChecks: readonly Check[] = [
  {
    requirement: 'a page has as many pets as limit (20 by default), or all pets if there are fewer',
    ...quotes.pageSize,
    async cases(provider) {
      await provider.atLeast(enoughPets);
      for (const status of petStatuses) {
        await provider.withStatus(status);
      }
      const { readOnly, maxPets } = provider.options;
      if (!readOnly) {
        const more = maxPets - verifyOptionTable.maxPets.default;
        await provider.atLeast(Math.min(enoughPets + more, maxListedPage - 1), 'available');
      }
      return eachCase({ 'no filter': undefined, ...byStatus }, (status) =>
        eventually(provider, () => expectFull(provider, status)),
      );
    },
  },
  {
    requirement: 'the status filter returns all pets with that status and no others',
    ...quotes.states,
    cases: (provider) =>
      eachCase(byStatus, (status) => eventually(provider, () => expectFiltered(provider, status))),
  },
];

export const readingChecks: readonly Check[] = [
  {
    requirement: 'getPet returns a pet as listPets shows it, on every request',
    ...quotes.requested,
    cases: (provider) => ({
      [`the first ${readListedPets} listed pets, and the first again`]: () =>
        eventually(provider, async () => {
          const { pets } = await provider.list();
          if (pets.length === 0) {
            throw new Inconclusive('the list is empty');
          }
          for (const pet of [...pets.slice(0, readListedPets), ...pets.slice(0, 1)]) {
            const received = await provider.get(pet.id);
            await expectSamePet(provider, pet, received, 'the pet as listPets returned it');
          }
        }),
    }),
  },
];

/** The document permits a store that lags, but a client may read a pet as soon as it has its id. */
function expectSoonFound(provider: Provider): void {
  const late = [...provider.history.values()].flatMap(({ createdAt, missing, foundAt }) =>
    missing === undefined || foundAt === undefined ? [] : [{ missing, time: foundAt - createdAt }],
  );
  const [latest] = late.sort((one, other) => other.time - one.time);
  if (latest !== undefined) {
    const seconds = (latest.time / 1_000).toFixed(1);
    throw provider.advice(latest.missing, '200 with the Pet', undecided.latePet(seconds));
  }
}

/** Runs last. Caches and stores that forget show only after a while: other requirements are tested meanwhile. */
export const finalCheck: Check = {
  requirement: 'created pets still exist at the end, unchanged',
  ...quotes.requested,
  // Until each pet was read, it is unknown which of them appeared late.
  isInOrder: true,
  async cases(provider) {
    const { readOnly, rereadAfter } = provider.options;
    if (readOnly) {
      throw createExcluded();
    }
    await provider.withStatus('available');
    const created = [...provider.pets];
    const [{ createdAt: firstAt } = { createdAt: 0 }] = provider.history.values();
    await provider.client.pause(firstAt + rereadAfter - realTime.performance.now());
    const expected = 'the pet as createPet returned it, after all other requests';
    return {
      'getPet of each pet': () =>
        settleAll(created.map((pet) => expectReadBack(provider, pet, expected))),
      'listPets with all pets': () => expectAllListed(provider, created),
      'getPet of each pet soon after createPet': () => expectSoonFound(provider),
    };
  },
};
