import { largestInt64, smallestInt64 } from '../../engine/interface/int64.js';
import { documentWords } from '../document.js';
import type { Told } from '../provider/animal-store.js';
import { everyStatus } from '../provider/pets.js';
import { readErrorAnswer, readPetAnswer } from '../provider/read-answer.js';
import { NoAnswer } from '../provider/transport.js';
import { NotProved } from '../verdict.js';
import type { Law, Trial } from './check.js';
import { soon } from './eventually.js';
import { expectSame, readsBack } from './same-pet.js';

/** Distances at which 32 bits, JavaScript numbers and floats take one identifier for another. */
const distances = [1n, -1n, 2n ** 32n];

async function checkReadsBack(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  for (const status of everyStatus) {
    await soon(trial, async () => {
      const pet = await pets.withStatus(status);
      for (const time of ['once', 'again']) {
        expectSame(trial, pet, await store.get(pet.id), `the pet ${time} as it was told before`);
      }
    });
  }
}

/** A neighbour is there, with its own identifier, or not found; never another pet. */
async function checkNeighbour({ store }: Trial, id: bigint): Promise<void> {
  const exchange = await store.provider.call({ method: 'GET', path: `/pets/${id}` });
  const { answer } = exchange;
  if (!(answer instanceof NoAnswer) && answer.status === 404) {
    store.read(exchange, 404, 'an Error', readErrorAnswer);
    return;
  }
  const pet = store.read(exchange, 200, 'the Pet, or 404 with an Error', readPetAnswer);
  if (pet.id !== id) {
    throw store.broken(exchange, `the pet with the identifier ${id}, or 404`, 'another pet');
  }
}

async function checkNeighbours(trial: Trial): Promise<void> {
  const { id } = await trial.pets.withStatus('available');
  const near = distances.map((distance) => id + distance);
  for (const neighbour of [...near, 0n, -1n, largestInt64, largestInt64 - 1n]) {
    if (neighbour >= smallestInt64 && neighbour <= largestInt64) {
      await checkNeighbour(trial, neighbour);
    }
  }
}

function checkAtOnce(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  const wanted = 'the pet that was asked for, and no other that is asked for';
  return soon(trial, async () => {
    const expected = await Promise.all(everyStatus.map((status) => pets.withStatus(status)));
    const told = await Promise.all(expected.map(({ id }) => store.get(id)));
    for (const [index, pet] of expected.entries()) {
      expectSame(trial, pet, told[index] as Told, wanted);
    }
  });
}

function checkLikeList(trial: Trial): Promise<void> {
  const { store } = trial;
  return soon(trial, async () => {
    const { pets: listed } = await store.list();
    if (listed.length === 0) {
      throw new NotProved('the list shows no pet');
    }
    for (const pet of listed.slice(0, 5)) {
      expectSame(trial, pet, await store.get(pet.id), 'the pet as the list showed it');
    }
  });
}

async function checkStillThere(trial: Trial): Promise<void> {
  const { store, pets, patience } = trial;
  if (store.provider.readOnly) {
    throw new NotProved('no pet was created, as --read-only was asked for');
  }
  await pets.withStatus('available');
  // Some of them were never read: one that is only found when it is asked for again doesn't lag.
  await patience.end();
  for (const pet of pets.created) {
    await readsBack(trial, pet, 'the pet as createPet told it, however much came after');
  }
}

export const readingLaws: readonly Law[] = [
  {
    section: '4.3',
    promise: 'a pet reads back as it was told, again and again',
    document: documentWords.requested,
    check: checkReadsBack,
  },
  {
    section: '4.3',
    promise: 'an identifier that is nearly the same is that of another pet or of none',
    document: documentWords.petId,
    check: checkNeighbours,
  },
  {
    section: '4.3',
    promise: 'pets that are read at once are each the one that was asked for',
    document: documentWords.requested,
    check: checkAtOnce,
  },
  {
    section: '4.3',
    promise: 'getPet tells of a pet what the list shows',
    document: documentWords.requested,
    check: checkLikeList,
  },
];

/** The last word: it comes when all other calls were made. */
export const lastLaw: Law = {
  section: '4.3',
  promise: 'every pet that was created is still there at the end, unchanged',
  document: documentWords.requested,
  check: checkStillThere,
};
