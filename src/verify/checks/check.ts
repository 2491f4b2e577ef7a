import type { Pet } from '../../document/pet.js';
import type { Decision } from '../advice.js';
import { repeatedId } from '../causes.js';
import type { Quoted } from '../document.js';
import type { VerificationPets } from '../pets.js';
import {
  Advice,
  type Cases,
  CheckFailed,
  catchError,
  concludeRequirement,
  type RequirementResult,
  StaleResponse,
} from '../result.js';
import { pause } from '../send/client.js';
import { type AnimalStore, isSamePet, type ReceivedPet } from '../store.js';
import type { Bursts } from './bursts.js';

/** What the checks of one verification share. */
export interface CheckContext {
  readonly store: AnimalStore;
  readonly pets: VerificationPets;
  readonly retryBudget: RetryBudget;
  readonly bursts: Bursts;
  /** Age, in milliseconds, at which the first pet is read again. */
  readonly minAge: number;
}

/** What reading and comparing pets needs. */
export type PetContext = Pick<CheckContext, 'store' | 'pets' | 'retryBudget'>;

/** A requirement, with a quote from the document, and how to test it. */
export interface Check extends Quoted {
  readonly requirement: string;
  /** Maximum number of pets that it creates, shared pets not included. Default: 0. */
  readonly creates?: number;
  /**
   * Tries the cases. Whatever it throws outside of them is the verdict on a case called `set-up`.
   *
   * @throws {Inconclusive} when the cases cannot be prepared with this provider
   */
  readonly run: (context: CheckContext, cases: Cases) => Promise<void>;
}

export const runCheck = (
  { section, requirement, quote, run }: Check,
  context: CheckContext,
): Promise<RequirementResult> =>
  concludeRequirement({ section, requirement, quote }, (cases) => run(context, cases));

/** Time between two attempts, in milliseconds. */
const interval = 50;

/** After a stale response, so many in a row must be right: one that is right now and then fails. */
const requiredInARow = 3;

/**
 * How long a verification waits for a store that lags. Once waiting was in vain, it stops waiting, so
 * that verifying a broken provider stays fast.
 */
export class RetryBudget {
  #milliseconds: number;
  #sawLag = false;
  readonly #stop: AbortSignal;

  /** @param stop ends the waiting; its reason is an {@link Inconclusive} */
  constructor(milliseconds: number, stop: AbortSignal) {
    this.#milliseconds = milliseconds;
    this.#stop = stop;
  }

  /** Until when a check that begins now may retry. */
  getDeadline(): number {
    return performance.now() + this.#milliseconds;
  }

  /** Waits before another attempt. */
  pause(): Promise<void> {
    return pause(interval, this.#stop);
  }

  /** Whether the store has shown a pet late. */
  get sawLag(): boolean {
    return this.#sawLag;
  }

  /** Waits until an instant, as performance.now() counts. */
  waitUntil(instant: number): Promise<void> {
    return pause(instant - performance.now(), this.#stop);
  }

  recordLag(): void {
    this.#sawLag = true;
  }

  /** Ends all further waiting; returns how long each wait could last so far. */
  exhaust(): number {
    const milliseconds = this.#milliseconds;
    this.#milliseconds = 0;
    return milliseconds;
  }

  /** Gives a store that lags the whole budget: whatever is missing after that does not exist. */
  async spend(): Promise<void> {
    if (this.#sawLag) {
      await pause(this.#milliseconds, this.#stop);
      this.exhaust();
    }
  }
}

/**
 * Repeats a test until it passes, within the retry budget: the document does not define when a new pet
 * becomes visible, a store with replicas lags, and other clients may create and delete pets meanwhile.
 * The test must request everything that it compares, so that all of it is fresh each time.
 *
 * @throws {CheckFailed} at once, if lag cannot explain it
 * @throws {StaleResponse} at the end of the budget
 */
export async function eventually(
  { retryBudget }: Pick<CheckContext, 'retryBudget'>,
  test: () => Promise<void>,
): Promise<void> {
  const deadline = retryBudget.getDeadline();
  for (let missing = 1; missing > 0; ) {
    try {
      await test();
      missing -= 1;
    } catch (error) {
      if (!(error instanceof StaleResponse)) {
        throw error;
      }
      if (performance.now() >= deadline) {
        const waited = retryBudget.exhaust();
        throw waited === 0 ? error : new StaleResponse({ ...error.evidence, waited });
      }
      retryBudget.recordLag();
      missing = requiredInARow;
      await retryBudget.pause();
    }
  }
}

/** Whether a pet is as before, but for a status that it did not have: advice, which one case gives. */
export const gotStatus = (before: Pet, pet: Pet) =>
  before.status === undefined &&
  pet.status !== undefined &&
  isSamePet(pet, { ...before, status: pet.status });

/**
 * Expects a pet to be as before. One that this verification created never changes; others may, by
 * operations beyond the document (section 4.4).
 *
 * @throws {CheckFailed} or {@link StaleResponse}
 */
export function expectSamePet(
  { store, pets }: PetContext,
  before: Pet,
  { pet, exchange, index }: ReceivedPet,
  expected: string,
): void {
  const isOwn = pets.created.some(({ id }) => id === before.id);
  if (!isSamePet(pet, before) && !(isOwn && gotStatus(before, pet))) {
    const isOther =
      pet.name !== before.name &&
      (pet.categoryId !== before.categoryId ||
        pet.status !== before.status ||
        pets.created.some(({ name }) => name === pet.name));
    const failure =
      isOther && pet.id === before.id
        ? store.failure(exchange, {
            expected,
            problem: `the pet is another one with the id ${pet.id}`,
            mismatch: { path: '$', problem: 'must be the requested pet' },
            causes: [repeatedId],
          })
        : store.createChange(exchange, expected, before, pet, index);
    throw isOwn ? failure : new StaleResponse(failure.evidence);
  }
}

/** Expects getPet to return a pet as createPet returned it. */
export function expectReadBack(
  context: PetContext,
  pet: Pet,
  expected = 'the pet as createPet returned it',
): Promise<void> {
  return eventually(context, async () =>
    expectSamePet(context, pet, await context.store.get(pet.id), expected),
  );
}

/** Turns a failed test into an advice, where the document is open. */
export async function advise(decision: Decision, test: () => Promise<unknown>): Promise<void> {
  const failure = await catchError(CheckFailed, test);
  if (failure instanceof CheckFailed) {
    throw new Advice(failure.evidence, decision);
  }
}
