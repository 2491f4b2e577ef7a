import { largestInt64, smallestInt64 } from '../../document/int64.js';
import type { PetStatus } from '../../document/pet.js';
import { decisions } from '../advice.js';
import { anotherPet, unknownFound } from '../causes.js';
import { quotes } from '../document.js';
import { parsePetResponse } from '../parse.js';
import { everyStatus } from '../pets.js';
import { createExcluded } from '../provider.js';
import { Inconclusive } from '../result.js';
import type { ReceivedPet } from '../store.js';
import {
  type Check,
  type CheckContext,
  eventually,
  expectReadBack,
  expectSamePet,
  gotStatus,
} from './check.js';
import { expectListed, listWhole } from './listing.js';

/** Distances at which 32-bit integers, JavaScript numbers and floats confuse two ids. */
const distances: Readonly<Record<string, bigint>> = {
  'plus 1': 1n,
  'minus 1': -1n,
  'plus 2^32': 2n ** 32n,
};

/** How many listed pets are read, of a list that may change meanwhile. */
const readPets = 5;

/** A neighbour exists, with its own id, or is not found; getPet never returns another pet. */
async function expectNoOtherPet({ store }: CheckContext, id: bigint): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets/${id}` });
  if (exchange.response.status === 404) {
    store.expectError(exchange, [404]);
    return;
  }
  const pet = store.read(exchange, [200], 'the Pet, or 404 with an Error', parsePetResponse);
  if (pet.id !== id) {
    throw store.failure(exchange, {
      expected: `the pet with the id ${id}, or 404`,
      problem: `id is ${pet.id}; expected ${id}`,
      mismatch: { path: '$.id', problem: `is ${pet.id}; expected ${id}` },
      causes: [anotherPet, unknownFound],
    });
  }
}

export const readingChecks: readonly Check[] = [
  {
    requirement: 'getPet returns the same pet on every request',
    ...quotes.requested,
    run(context, cases) {
      const { store, pets } = context;
      const expectSameTwice = async (status: PetStatus | undefined) => {
        const pet = await pets.withStatus(status);
        const first = await store.get(pet.id);
        expectSamePet(context, pet, first, 'the pet as returned before (first request)');
        const second = await store.get(pet.id);
        expectSamePet(context, first.pet, second, 'the pet as returned before (second request)');
        if (gotStatus(pet, second.pet)) {
          const expected = 'no status, as createPet returned the pet';
          throw store.advice(second.exchange, expected, decisions.laterStatus);
        }
      };
      return cases.all(
        everyStatus.map((status) => ({
          name: `pet ${status === undefined ? 'without a status' : `that is ${status}`}`,
          test: () => eventually(context, () => expectSameTwice(status)),
        })),
      );
    },
  },
  {
    requirement: 'getPet never returns a pet with another id',
    ...quotes.petId,
    async run(context, cases) {
      const { id } = await context.pets.withStatus('available');
      const near = Object.entries(distances).map(
        ([what, distance]) => [`id of a pet ${what}`, id + distance] as const,
      );
      const far = [0n, -1n, largestInt64, largestInt64 - 1n].map(
        (other) => [`id ${other}`, other] as const,
      );
      await cases.all(
        [...near, ...far]
          .filter(([, other]) => other >= smallestInt64 && other <= largestInt64)
          .map(([name, other]) => ({ name, test: () => expectNoOtherPet(context, other) })),
      );
    },
  },
  {
    requirement: 'concurrent getPet requests each return the requested pet',
    ...quotes.requested,
    async run(context, cases) {
      const { store, pets } = context;
      const wanted = 'the requested pet, not that of a concurrent request';
      if (store.client.limit < everyStatus.length) {
        throw new Inconclusive(
          `it needs ${everyStatus.length} requests at once; the limit is ${store.client.limit}, because of ` +
            'maxConcurrency, a rate limit (429), or a burst that failed',
        );
      }
      await cases.test(`${everyStatus.length} concurrent requests`, () =>
        eventually(context, async () => {
          const expected = await Promise.all(everyStatus.map((status) => pets.withStatus(status)));
          const received = await Promise.all(expected.map(({ id }) => store.get(id)));
          for (const [index, pet] of expected.entries()) {
            expectSamePet(context, pet, received[index] as ReceivedPet, wanted);
          }
        }),
      );
    },
  },
  {
    requirement: 'getPet returns a pet as listPets shows it',
    ...quotes.requested,
    run(context, cases) {
      const { store } = context;
      return cases.test(`the first ${readPets} listed pets`, () =>
        eventually(context, async () => {
          const { pets: listed } = await store.list();
          if (listed.length === 0) {
            throw new Inconclusive('the list is empty');
          }
          for (const pet of listed.slice(0, readPets)) {
            expectSamePet(context, pet, await store.get(pet.id), 'the pet as listPets returned it');
          }
        }),
      );
    },
  },
];

/** Caches and stores that forget show only after a while: other requirements are tested meanwhile. */
export const ageCheck: Check = {
  requirement: 'a pet still exists some seconds after it was created, unchanged',
  ...quotes.requested,
  async run(context, cases) {
    const { pets, retryBudget, minAge } = context;
    if (minAge === 0) {
      throw new Inconclusive('minAge is 0, so no pet is read after a while');
    }
    const pet = await pets.withStatus('available');
    const created = pets.findCreationTime(pet);
    if (created === undefined) {
      throw createExcluded();
    }
    await retryBudget.waitUntil(created + minAge);
    const expected = `the pet as createPet returned it, at least ${minAge} ms before`;
    await cases.all([
      {
        name: `getPet ${minAge} ms later`,
        test: () => expectReadBack(context, pet, expected),
      },
      {
        name: `listPets ${minAge} ms later`,
        test: () =>
          eventually(context, async () => {
            const page = await listWhole(context.store, { status: 'available' });
            expectListed(context, page, pet);
          }),
      },
    ]);
  },
};

/** Runs last, after all other requests. */
export const finalCheck: Check = {
  requirement: 'created pets still exist at the end, unchanged',
  ...quotes.requested,
  async run(context, cases) {
    const { store, pets, retryBudget } = context;
    if (store.readOnly) {
      throw createExcluded();
    }
    await pets.withStatus('available');
    // Some pets were never read. If one is found only by a second request, that is no lag.
    await retryBudget.spend();
    const expected = 'the pet as createPet returned it, after all other requests';
    await cases.all(
      pets.created.map((pet, index) => ({
        name: `created pet number ${index + 1}`,
        test: () => expectReadBack(context, pet, expected),
      })),
    );
  },
};
