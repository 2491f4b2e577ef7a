import type { AnimalStore } from '../provider/animal-store.js';
import type { VerificationPets } from '../provider/pets.js';
import { Broken, type JudgedPromise, NotProved } from '../verdict.js';
import type { Patience } from './eventually.js';

/** What a law is put to the proof with. */
export interface Trial {
  readonly store: AnimalStore;
  readonly pets: VerificationPets;
  /** What is left of it lasts for all laws together. */
  readonly patience: Patience;
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

/**
 * What was proved for reading alone isn't proved: createPet was left out.
 *
 * @throws {NotProved} under --read-only
 */
export function admitReadOnly({ store }: Trial): void {
  if (store.provider.readOnly) {
    throw new NotProved(
      'it holds for listPets and getPet; createPet was not called, as --read-only was asked for',
    );
  }
}
