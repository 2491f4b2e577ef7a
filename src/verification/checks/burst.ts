import type { Pet } from '../../engine/pets/pet.js';
import type { ReceivedPet } from '../provider/animal-store.js';
import { everyStatus } from '../provider/pets.js';
import type { ProviderRequest } from '../provider/provider.js';
import type { RequestQueue } from '../provider/request-queue.js';
import { CheckFailed, catchError, Inconclusive, StaleResponse } from '../result.js';
import { type CheckContext, eventually, expectReadBack, expectSamePet } from './check.js';
import { expectListed, tooManyPets, wholeLists } from './listing.js';
import { createValidRequests } from './requests.js';

/** How many requests a burst sends at once. */
export const burstSize = 20;

/** How many createPet requests of a burst have equal bodies. */
const equalBodies = 4;

/** What a request of a burst tests, and what is read after the burst. */
export type Aspect = 'create' | 'read' | 'reject' | 'readBack' | 'list';

/** What is wrong with each aspect of a burst, if anything; aspects that it does not test are absent. */
export type BurstResult = ReadonlyMap<Aspect, Error | undefined>;

interface BurstRequest {
  readonly aspect: Aspect;
  readonly send: () => Promise<void>;
}

const repeat = (
  aspect: Aspect,
  count: number,
  send: (index: number) => Promise<void>,
): BurstRequest[] =>
  Array.from({ length: count }, (_, index) => ({ aspect, send: () => send(index) }));

/** Takes the elements of a list one after another, again and again. */
const take = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** Mixes lists evenly. */
const mix = (...lists: readonly (readonly BurstRequest[])[]) =>
  lists
    .flatMap((list) => list.map((one, index) => ({ one, at: (index + 0.5) / list.length })))
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);

/** Why bursts are not possible, if they are not. */
export function findObstacle(queue: RequestQueue): Inconclusive | undefined {
  return queue.limit >= burstSize
    ? undefined
    : new Inconclusive(
        `it needs ${burstSize} requests at once; --max-concurrency, or the rate limit of the provider ` +
          `(429), allows ${queue.limit}`,
      );
}

/** The first failure, or else the first other error. */
function findError(results: readonly unknown[]): Error | undefined {
  const errors = results.filter((result) => result instanceof Error);
  return errors.find((error) => error instanceof CheckFailed) ?? errors[0];
}

/** Creates pets, each with an id of its own. */
function createPets(
  { store, pets }: CheckContext,
  count: number,
  created: ReceivedPet[],
): BurstRequest[] {
  const ids = new Set(pets.created.map(({ id }) => id));
  const equal = { name: pets.createName(), categoryId: pets.categoryId };
  return repeat('create', count, async (index) => {
    const status = take(everyStatus, index);
    const received = await pets.create(index < equalBodies ? equal : status && { status });
    created.push(received);
    if (ids.has(received.pet.id)) {
      const problem = 'the id is that of another pet';
      throw store.failure(received.exchange, 'a unique id', problem);
    }
    ids.add(received.pet.id);
  });
}

/** Reads a pet that could be read before: unless the store lags, it can still be read. */
async function readKnown(context: CheckContext, pet: Pet): Promise<void> {
  const expected = 'the requested pet, beside other requests';
  const read = async () => expectSamePet(context, pet, await context.store.get(pet.id), expected);
  const failure = await catchError(StaleResponse, read);
  if (failure instanceof StaleResponse) {
    if (!context.retryBudget.sawLag) {
      throw new CheckFailed(failure.evidence);
    }
    await eventually(context, read);
  }
}

/** Creates requests without a valid key, of each operation. */
function createWrongKeys(context: CheckContext, pet: Pet): ProviderRequest[] {
  const { createPet, getPet, listPets } = createValidRequests(context, pet);
  return [createPet, getPet, listPets]
    .filter((request) => context.store.provider.allows(request))
    .flatMap((request) => [
      { ...request, credential: 'invalid' },
      { ...request, credential: 'none' },
    ]);
}

/**
 * Sends a burst, and reads and lists the pets that it has created.
 *
 * @param known pets that could be read before, at least one
 * @param count how many requests create a pet; the others read pets and send wrong keys
 */
export async function sendBurst(
  context: CheckContext,
  queue: RequestQueue,
  known: readonly Pet[],
  count: number,
): Promise<BurstResult> {
  const { store } = context;
  const created: ReceivedPet[] = [];
  const creating = createPets(context, count, created);
  const wrongKeys = createWrongKeys(context, take(known, 0));
  const reads = Math.ceil((burstSize - count) / 2);
  const requests = mix(
    creating,
    repeat('read', reads, (index) => readKnown(context, take(known, index))),
    repeat('reject', burstSize - count - reads, (index) =>
      store.expectRejected(take(wrongKeys, index), 401),
    ),
  );
  const results = await Promise.all(requests.map(({ send }) => catchError(Error, send)));
  const obstacle = findObstacle(queue);
  const concurrent = {
    requests: results.length - 1,
    succeeded: results.filter((result) => !(result instanceof Error)).length,
  };
  const conclude = (aspect: Aspect): [Aspect, Error | undefined] => {
    const own = results.filter((_, index) => requests[index]?.aspect === aspect);
    const error = findError([...own, obstacle]);
    return [
      aspect,
      error instanceof CheckFailed ? new CheckFailed({ ...error.evidence, concurrent }) : error,
    ];
  };
  const sent = [...new Set(requests.map(({ aspect }) => aspect))].map(conclude);
  return new Map(count === 0 ? sent : [...sent, ...(await readBurst(context, created))]);
}

/** Reads and lists the pets that a burst has created. */
async function readBurst(
  context: CheckContext,
  created: readonly ReceivedPet[],
): Promise<[Aspect, Error | undefined][]> {
  if (created.length === 0) {
    const none = new Inconclusive('the burst created no pet');
    return [
      ['readBack', none],
      ['list', none],
    ];
  }
  const own = created.map(({ pet }) => pet);
  const [listed, ...read] = await Promise.all([
    catchError(Error, () => expectAllListed(context, own)),
    ...own.map((pet) => catchError(Error, () => expectReadBack(context, pet))),
  ]);
  return [
    ['readBack', findError(read)],
    ['list', findError([listed])],
  ];
}

/** Expects all pets on the pages that show all pets of their kind. */
async function expectAllListed(context: CheckContext, created: readonly Pet[]): Promise<void> {
  await eventually(context, async () => {
    const pages = await Promise.all(wholeLists.map((query) => context.store.list(query)));
    for (const pet of created) {
      const whole = pages.filter(({ isWhole }, index) => {
        const { status } = wholeLists[index] ?? {};
        return isWhole && (status === undefined || status === pet.status);
      });
      if (whole.length === 0) {
        throw new Inconclusive(tooManyPets);
      }
      for (const page of whole) {
        expectListed(context, page, pet);
      }
    }
  });
}
