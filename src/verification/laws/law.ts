import { setTimeout as sleep } from 'node:timers/promises';
import type { AnimalStore } from '../animal-store.js';
import type { VerificationPets } from '../pets.js';
import { Broken, type JudgedPromise, NotProved } from '../verdict.js';

/** What a law is put to the proof with. */
export interface Trial {
  readonly store: AnimalStore;
  readonly pets: VerificationPets;
}

/** A promise that takes several calls to put to the proof. */
export interface Law {
  readonly section: string;
  readonly promise: string;
  /** The document's own words. */
  readonly document: string;
  /** How many pets it creates at most, beside those that others use too. Default: 0. */
  readonly creates?: number;
  /**
   * @throws {Broken} when an answer breaks the promise
   * @throws {NotProved} when nothing can be said at this provider
   */
  readonly check: (trial: Trial) => Promise<void>;
}

/** Puts a law to the proof. */
export async function judge(law: Law, trial: Trial): Promise<JudgedPromise> {
  const { section, promise, document } = law;
  const judged = { section, promise, document, part: 'conformance' } as const;
  try {
    await law.check(trial);
    return { ...judged, verdict: 'held' };
  } catch (error) {
    if (error instanceof Broken) {
      return { ...judged, verdict: 'broken', evidence: error.evidence };
    }
    if (error instanceof NotProved) {
      return { ...judged, verdict: 'not proved', reason: error.message };
    }
    throw error;
  }
}

/** How long a list may lag behind, in milliseconds. */
const patience = 1_000;
const pause = 50;

/**
 * Checks until it holds, for a second at most: the document doesn't say when a new pet shows up in the
 * list, and a store with replicas lags.
 */
export async function soon(check: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof Broken) || performance.now() > deadline) {
        throw error;
      }
      await sleep(pause);
    }
  }
}
