import { type NewPet, type Pet, petStatuses } from '../../engine/pets/pet.js';
import type { Cases } from '../cases.js';
import { quotes } from '../document.js';
import type { ReceivedPet } from '../provider/animal-store.js';
import { everyStatus, maxPage } from '../provider/pets.js';
import { createExcluded, type ProviderRequest } from '../provider/provider.js';
import type { RequestQueue } from '../provider/request-queue.js';
import { CheckFailed, catchError, Inconclusive, StaleResponse } from '../result.js';
import {
  type Check,
  type CheckContext,
  eventually,
  expectReadBack,
  expectSamePet,
  type SharedBursts,
} from './check.js';
import { expectListed, tooManyPets, wholeLists } from './listing.js';
import { createValidRequests } from './requests.js';

/** How many requests a burst sends at once. */
const burstSize = 20;

/** How many requests of each burst create a pet; the others read pets and send wrong keys. */
const creations: readonly number[] = [burstSize / 2, burstSize, burstSize / 2];

/** The same where full bursts would create more pets than a page can show. */
const fewerCreations = creations.map((count) => count / 2);

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** How many createPet requests of a burst have equal bodies. */
const equalBodies = 4;

/** What a request of a burst tests, and what is read after the burst. */
type Aspect = 'create' | 'read' | 'reject' | 'readBack' | 'list';

/** What is wrong with each aspect of a burst, if anything; aspects that it does not test are absent. */
type BurstResult = ReadonlyMap<Aspect, Error | undefined>;

interface BurstRequest {
  readonly aspect: Aspect;
  readonly send: () => Promise<void>;
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

/** Mixes lists evenly. */
const mix = (...lists: readonly (readonly BurstRequest[])[]) =>
  lists
    .flatMap((list) => list.map((one, index) => ({ one, at: (index + 0.5) / list.length })))
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);

const repeat = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** The first failure, or else the first other error. */
function findError(results: readonly unknown[]): Error | undefined {
  const errors = results.filter((result) => result instanceof Error);
  return errors.find((error) => error instanceof CheckFailed) ?? errors[0];
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

/** @param count how many requests create a pet */
async function sendBurst(
  context: CheckContext,
  queue: RequestQueue,
  known: readonly [Pet, ...Pet[]],
  count: number,
): Promise<BurstResult> {
  const { store, pets } = context;
  const ids = new Set(pets.created.map(({ id }) => id));
  const created: ReceivedPet[] = [];
  const equal: NewPet = { name: pets.createName(), categoryId: pets.categoryId };
  const creating = repeat(
    count,
    (index): BurstRequest => ({
      aspect: 'create',
      async send() {
        const status = everyStatus[index % everyStatus.length];
        const received = await pets.create(
          index < equalBodies ? equal : { ...(status && { status }) },
        );
        created.push(received);
        if (ids.has(received.pet.id)) {
          const problem = 'the id is that of another pet';
          throw store.failure(received.exchange, 'a unique id', problem);
        }
        ids.add(received.pet.id);
      },
    }),
  );
  const reads = Math.ceil((burstSize - count) / 2);
  const reading = repeat(
    reads,
    (index): BurstRequest => ({
      aspect: 'read',
      send: () => readKnown(context, known[index % known.length] ?? known[0]),
    }),
  );
  const wrongKeys = createWrongKeys(context, known[0]);
  const rejecting = repeat(
    burstSize - count - reads,
    (index): BurstRequest => ({
      aspect: 'reject',
      send: () => store.expectRejected(wrongKeys[index % wrongKeys.length] as ProviderRequest, 401),
    }),
  );

  const requests = mix(creating, reading, rejecting);
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

/** Why bursts are not possible, if they are not. */
function findObstacle(queue: RequestQueue): Inconclusive | undefined {
  return queue.limit >= burstSize
    ? undefined
    : new Inconclusive(
        `it needs ${burstSize} requests at once; --max-concurrency, or the rate limit of the provider ` +
          `(429), allows ${queue.limit}`,
      );
}

/**
 * Bursts of concurrent requests: what holds for one request at a time may break where a provider shares
 * state between requests, computes ids from what it has read, or runs out of connections.
 */
export class Bursts implements SharedBursts {
  /** How many pets each burst creates. */
  readonly #creations: readonly number[];
  readonly #queue: RequestQueue;
  #results: Promise<readonly BurstResult[]> | undefined;

  /**
   * @param before how many other pets the store has until the contract, as far as is known
   * @param after how many the run creates after that
   */
  constructor(queue: RequestQueue, before = 0, after = 0) {
    this.#queue = queue;
    const fits = (pets: number) => before + pets < maxPage;
    // At least until the contract, a page then shows all pets.
    this.#creations =
      !fits(sum(creations) + after) && fits(sum(fewerCreations)) ? fewerCreations : creations;
  }

  /** Maximum number of pets that the bursts create. */
  get creates(): number {
    return findObstacle(this.#queue) === undefined ? sum(this.#creations) : 0;
  }

  /** How many requests may be under way at once. */
  get limit(): number {
    return this.#queue.limit;
  }

  /** Whether the bursts were sent and none failed; their lists may be inconclusive. */
  async havePassed(): Promise<boolean> {
    const results = await this.#results?.catch(() => undefined);
    return results !== undefined && findObstacle(this.#queue) === undefined;
  }

  /** Sends the bursts, once for all checks; a failure in one burst is not retried. */
  send(context: CheckContext): Promise<readonly BurstResult[]> {
    this.#results ??= this.#sendAll(context);
    return this.#results;
  }

  async #sendAll(context: CheckContext): Promise<readonly BurstResult[]> {
    const { pets, store } = context;
    const obstacle = findObstacle(this.#queue);
    if (obstacle !== undefined) {
      throw obstacle;
    }
    const known: Pet[] = [];
    // One after another: what fails here does not fail because of concurrent requests.
    for (const status of petStatuses) {
      const pet = await catchError(Inconclusive, () => pets.withStatus(status));
      if (!(pet instanceof Inconclusive)) {
        known.push(pet);
      } else if (!store.provider.readOnly) {
        throw pet;
      }
    }
    const [first, ...others] = known;
    if (first === undefined) {
      throw new Inconclusive('the list has no pet, and --read-only excludes creating one');
    }
    await Promise.all(
      known.map((pet) => catchError(CheckFailed, () => expectReadBack(context, pet))),
    );
    const results: BurstResult[] = [];
    for (const count of this.#creations) {
      const creates = store.provider.readOnly ? 0 : count;
      results.push(await sendBurst(context, this.#queue, [first, ...others], creates));
    }
    if (results.some((result) => [...result.values()].some(isFailure))) {
      // Otherwise other requirements would fail too, and not the same ones each time.
      this.#queue.limitTo(1);
    }
    return results;
  }
}

const isFailure = (error: Error | undefined) => error instanceof CheckFailed;

/** Turns one aspect of each burst into a case. */
async function testAspect(
  context: CheckContext,
  cases: Cases,
  aspect: Aspect,
  description: string,
): Promise<void> {
  for (const [index, result] of (await context.bursts.send(context)).entries()) {
    if (result.has(aspect)) {
      await cases.test(`burst ${index + 1} of ${creations.length}: ${description}`, () => {
        const error = result.get(aspect);
        if (error !== undefined) {
          throw error;
        }
      });
    }
  }
}

const checks: readonly Omit<Check, 'creates'>[] = [
  {
    requirement: 'concurrent createPet requests create separate pets, even with equal bodies',
    ...quotes.id,
    async run(context, cases) {
      if (context.store.provider.readOnly) {
        throw createExcluded();
      }
      await testAspect(context, cases, 'create', 'each pet as it was sent');
    },
  },
  {
    requirement: 'pets of concurrent createPet requests can be read and listed',
    ...quotes.created,
    async run(context, cases) {
      if (context.store.provider.readOnly) {
        throw createExcluded();
      }
      await testAspect(context, cases, 'readBack', 'getPet of each pet');
      await testAspect(context, cases, 'list', 'listPets with all pets');
    },
  },
  {
    requirement: 'getPet returns the requested pet while other requests are handled',
    ...quotes.requested,
    run: (context, cases) => testAspect(context, cases, 'read', 'getPet'),
  },
  {
    requirement: 'an invalid key is rejected while requests with the valid key are handled',
    ...quotes.unauthorized,
    run: (context, cases) => testAspect(context, cases, 'reject', 'each operation'),
  },
];

/** All of them share the bursts, and so the pets. */
export const burstChecks: readonly Check[] = checks.map((check) => ({
  ...check,
  creates: sum(creations),
}));
