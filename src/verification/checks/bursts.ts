import { type Pet, petStatuses } from '../../engine/pets/pet.js';
import { type Quoted, quotes } from '../document.js';
import { maxPage } from '../provider/pets.js';
import { createExcluded } from '../provider/provider.js';
import type { RequestQueue } from '../provider/request-queue.js';
import { CheckFailed, catchError, Inconclusive } from '../result.js';
import { type Aspect, type BurstResult, burstSize, findObstacle, sendBurst } from './burst.js';
import { type Check, type CheckContext, expectReadBack, type SharedBursts } from './check.js';

/** How many requests of each burst create a pet; the others read pets and send wrong keys. */
const creations: readonly number[] = [burstSize / 2, burstSize, burstSize / 2];

/** The same where full bursts would create more pets than a page can show. */
const fewerCreations = creations.map((count) => count / 2);

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

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
    if (known.length === 0) {
      throw new Inconclusive('the list has no pet, and --read-only excludes creating one');
    }
    await Promise.all(
      known.map((pet) => catchError(CheckFailed, () => expectReadBack(context, pet))),
    );
    const results: BurstResult[] = [];
    for (const count of this.#creations) {
      const creates = store.provider.readOnly ? 0 : count;
      results.push(await sendBurst(context, this.#queue, known, creates));
    }
    if (results.some((result) => [...result.values()].some(isFailure))) {
      // Otherwise other requirements would fail too, and not the same ones each time.
      this.#queue.limitTo(1);
    }
    return results;
  }
}

const isFailure = (error: Error | undefined) => error instanceof CheckFailed;

/** A requirement that a burst tests, and its cases, by what they test. */
interface BurstRequirement extends Quoted {
  readonly requirement: string;
  readonly needsCreatePet?: true;
  readonly aspects: Partial<Readonly<Record<Aspect, string>>>;
}

const burstRequirements: readonly BurstRequirement[] = [
  {
    requirement: 'concurrent createPet requests create separate pets, even with equal bodies',
    ...quotes.id,
    needsCreatePet: true,
    aspects: { create: 'each pet as it was sent' },
  },
  {
    requirement: 'pets of concurrent createPet requests can be read and listed',
    ...quotes.created,
    needsCreatePet: true,
    aspects: { readBack: 'getPet of each pet', list: 'listPets with all pets' },
  },
  {
    requirement: 'getPet returns the requested pet while other requests are handled',
    ...quotes.requested,
    aspects: { read: 'getPet' },
  },
  {
    requirement: 'an invalid key is rejected while requests with the valid key are handled',
    ...quotes.unauthorized,
    aspects: { reject: 'each operation' },
  },
];

/** All of them share the bursts, and so the pets. Each aspect of each burst is a case. */
export const burstChecks: readonly Check[] = burstRequirements.map(
  ({ aspects, needsCreatePet, ...requirement }) => ({
    ...requirement,
    creates: sum(creations),
    async run(context, cases) {
      if (needsCreatePet && context.store.provider.readOnly) {
        throw createExcluded();
      }
      const bursts = await context.bursts.send(context);
      for (const [aspect, description] of Object.entries(aspects)) {
        for (const [index, results] of bursts.entries()) {
          if (results.has(aspect)) {
            await cases.test(`burst ${index + 1} of ${creations.length}: ${description}`, () => {
              const error = results.get(aspect);
              if (error !== undefined) {
                throw error;
              }
            });
          }
        }
      }
    },
  }),
);
