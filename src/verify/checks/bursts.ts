import { type Pet, petStatuses } from '../../document/pet.js';
import { repeatedId } from '../causes.js';
import { quotes } from '../document.js';
import { everyStatus, maxPage } from '../pets.js';
import { createExcluded } from '../provider.js';
import { CheckFailed, catchError, Inconclusive, StaleResponse } from '../result.js';
import type { Client } from '../send/client.js';
import type { ReceivedPet } from '../store.js';
import {
  type Check,
  type CheckContext,
  eventually,
  expectReadBack,
  expectSamePet,
} from './check.js';
import { expectListed, tooManyPets, wholeLists } from './listing.js';
import { createValidRequests } from './requests.js';

/** How many requests a burst sends at once. */
const burstSize = 20;

/** How many createPet requests of a burst have equal bodies. */
const equalBodies = 4;

/** How many requests of each burst create a pet; the others read pets and send wrong keys. */
const creations: readonly number[] = [burstSize / 2, burstSize, burstSize / 2];

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** What a request of a burst tests, and what is read after the burst. */
type BurstPart = 'create' | 'read' | 'reject' | 'readBack' | 'list';

/** What is wrong with each part of a burst, if anything; parts that it does not test are absent. */
type BurstResult = ReadonlyMap<BurstPart, Error | undefined>;

/** Takes the elements of a list one after another, again and again. */
const take = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const repeat = (part: BurstPart, count: number, send: (index: number) => Promise<void>) =>
  Array.from({ length: count }, (_, index) => ({ part, send: () => send(index) }));

/** Mixes lists evenly. */
const mix = (...lists: readonly ReturnType<typeof repeat>[]) =>
  lists
    .flatMap((list) => list.map((one, index) => ({ one, at: (index + 0.5) / list.length })))
    .sort((one, other) => one.at - other.at)
    .map(({ one }) => one);

/** The first failure, or else the first other error. */
function findError(results: readonly unknown[]): Error | undefined {
  const errors = results.filter((result) => result instanceof Error);
  return errors.find((error) => error instanceof CheckFailed) ?? errors[0];
}

/** Creates pets, each with an id of its own. */
function createPets({ store, pets }: CheckContext, count: number, created: ReceivedPet[]) {
  const ids = new Set(pets.created.map(({ id }) => id));
  const equal = { name: pets.createName(), categoryId: pets.categoryId };
  return repeat('create', count, async (index) => {
    const status = take(everyStatus, index);
    const received = await pets.create(index < equalBodies ? equal : status && { status });
    created.push(received);
    if (ids.has(received.pet.id)) {
      throw store.failure(received.exchange, {
        expected: 'a unique id',
        problem: 'the id is that of another pet',
        causes: [repeatedId],
      });
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

/** Reads and lists the pets that a burst has created. */
async function readCreated(
  context: CheckContext,
  created: readonly ReceivedPet[],
): Promise<[BurstPart, Error | undefined][]> {
  const own = created.map(({ pet }) => pet);
  const [listed, ...read] =
    own.length === 0
      ? [new Inconclusive('the burst created no pet'), new Inconclusive('the burst created no pet')]
      : await Promise.all([
          catchError(Error, () => expectAllListed(context, own)),
          ...own.map((pet) => catchError(Error, () => expectReadBack(context, pet))),
        ]);
  return [
    ['readBack', findError(read)],
    ['list', findError([listed])],
  ];
}

/**
 * Bursts of concurrent requests: what holds for one request at a time may break where a provider shares
 * state between requests, computes ids from what it has read, or runs out of connections.
 */
export class Bursts {
  /** How many pets each burst creates. */
  readonly #creations: readonly number[];
  readonly #client: Client;
  #results: Promise<readonly BurstResult[]> | undefined;

  /**
   * @param before how many other pets the store has until the bursts, as far as is known
   * @param after how many the run creates after that
   */
  constructor(client: Client, before = 0, after = 0) {
    this.#client = client;
    const fewer = creations.map((count) => count / 2);
    const fits = (pets: number) => before + pets < maxPage;
    // A page then shows all pets for as long as possible.
    this.#creations = !fits(sum(creations) + after) && fits(sum(fewer)) ? fewer : creations;
  }

  /** Maximum number of pets that the bursts create. */
  get creates(): number {
    return this.#findObstacle() === undefined ? sum(this.#creations) : 0;
  }

  /** Whether the bursts were sent and none failed; their lists may be inconclusive. */
  async havePassed(): Promise<boolean> {
    const results = await this.#results?.catch(() => undefined);
    return results !== undefined && this.#findObstacle() === undefined;
  }

  /** Sends the bursts, once for all checks; a failure in one burst is not retried. */
  send(context: CheckContext): Promise<readonly BurstResult[]> {
    this.#results ??= this.#sendAll(context);
    return this.#results;
  }

  /** Why bursts are not possible, if they are not. */
  #findObstacle(): Inconclusive | undefined {
    const { limit } = this.#client;
    return limit >= burstSize
      ? undefined
      : new Inconclusive(
          `it needs ${burstSize} requests at once; maxConcurrency, or the rate limit of the provider ` +
            `(429), allows ${limit}`,
        );
  }

  async #sendAll(context: CheckContext): Promise<readonly BurstResult[]> {
    const { pets, store } = context;
    const obstacle = this.#findObstacle();
    if (obstacle !== undefined) {
      throw obstacle;
    }
    const known: Pet[] = [];
    // One after another: what fails here does not fail because of concurrent requests.
    for (const status of petStatuses) {
      const pet = await catchError(Inconclusive, () => pets.withStatus(status));
      if (!(pet instanceof Inconclusive)) {
        known.push(pet);
      } else if (!store.readOnly) {
        throw pet;
      }
    }
    if (known.length === 0) {
      throw new Inconclusive('the list has no pet, and --read-only excludes creating one');
    }
    await Promise.all(
      known.map((pet) => catchError(CheckFailed, () => expectReadBack(context, pet))),
    );
    const results: BurstResult[] = [];
    for (const count of this.#creations) {
      results.push(await this.#sendBurst(context, known, store.readOnly ? 0 : count));
    }
    if (results.some((result) => [...result.values()].some((one) => one instanceof CheckFailed))) {
      // Otherwise other requirements would fail too, and not the same ones each time.
      this.#client.limitTo(1);
    }
    return results;
  }

  /** Sends a burst of which `count` requests create a pet; the others read pets and send wrong keys. */
  async #sendBurst(
    context: CheckContext,
    known: readonly Pet[],
    count: number,
  ): Promise<BurstResult> {
    const { store } = context;
    const created: ReceivedPet[] = [];
    const creating = createPets(context, count, created);
    const { createPet, getPet, listPets } = createValidRequests(context, take(known, 0));
    const wrongKeys = [createPet, getPet, listPets]
      .filter((request) => store.allows(request))
      .flatMap((request) => [
        { ...request, credential: 'invalid' } as const,
        { ...request, credential: 'none' } as const,
      ]);
    const reads = Math.ceil((burstSize - count) / 2);
    const requests = mix(
      creating,
      repeat('read', reads, (index) => readKnown(context, take(known, index))),
      repeat('reject', burstSize - count - reads, (index) =>
        store.expectRejected(take(wrongKeys, index), [401]),
      ),
    );
    const results = await Promise.all(requests.map(({ send }) => catchError(Error, send)));
    const obstacle = this.#findObstacle();
    const concurrent = {
      requests: results.length - 1,
      succeeded: results.filter((result) => !(result instanceof Error)).length,
    };
    const sent = [...new Set(requests.map(({ part }) => part))].map(
      (part): [BurstPart, Error | undefined] => {
        const own = results.filter((_, index) => requests[index]?.part === part);
        const error = findError([...own, obstacle]);
        const isFailure = error instanceof CheckFailed;
        return [part, isFailure ? new CheckFailed({ ...error.evidence, concurrent }) : error];
      },
    );
    return new Map(count === 0 ? sent : [...sent, ...(await readCreated(context, created))]);
  }
}

/** Requirements that bursts test, and their cases, by the part of the burst. */
const burstRequirements = [
  {
    requirement: 'concurrent createPet requests create separate pets, even with equal bodies',
    ...quotes.id,
    parts: { create: 'each pet as it was sent' },
  },
  {
    requirement: 'pets of concurrent createPet requests can be read and listed',
    ...quotes.created,
    parts: { readBack: 'getPet of each pet', list: 'listPets with all pets' },
  },
  {
    requirement: 'getPet returns the requested pet while other requests are handled',
    ...quotes.requested,
    parts: { read: 'getPet' },
  },
  {
    requirement: 'an invalid key is rejected while requests with the valid key are handled',
    ...quotes.unauthorized,
    parts: { reject: 'each operation' },
  },
] as const;

/** All of them share the bursts, and so the pets. Each part of each burst is a case. */
export const burstChecks: readonly Check[] = burstRequirements.map(({ parts, ...requirement }) => ({
  ...requirement,
  creates: sum(creations),
  async run(context, cases) {
    if (context.store.readOnly && !('read' in parts || 'reject' in parts)) {
      throw createExcluded();
    }
    for (const [index, results] of (await context.bursts.send(context)).entries()) {
      for (const [part, description] of Object.entries(parts) as [BurstPart, string][]) {
        if (results.has(part)) {
          await cases.test(`burst ${index + 1} of ${creations.length}: ${description}`, () => {
            const error = results.get(part);
            if (error !== undefined) {
              throw error;
            }
          });
        }
      }
    }
  },
}));
