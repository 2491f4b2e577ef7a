import type { JudgedPromise, Verdict } from '../verdict.js';

/** What came of a verification. */
export interface VerificationReport {
  readonly url: string;
  /**
   * `held`: no promise is broken; `broken`: some are; `not judged`: nothing can be said, because the
   * provider can't be reached or refuses the key.
   */
  readonly outcome: 'held' | 'broken' | 'not judged';
  /** With the outcome `not judged`: why, and what would help. */
  readonly reason?: string;
  /** In the order of the document's sections. */
  readonly promises: readonly JudgedPromise[];
  /** How many calls of createPet were answered with success (2xx): pets, if the provider tells the truth. */
  readonly createdPets: number;
  readonly milliseconds: number;
}

/** How many promises of a section, or of all, came to which verdict. */
export type Tally = Readonly<Record<Verdict, number>>;

export function tally(promises: readonly JudgedPromise[]): Tally {
  const count = (verdict: Verdict) => promises.filter((one) => one.verdict === verdict).length;
  return { held: count('held'), broken: count('broken'), 'not proved': count('not proved') };
}

/** The sections that promises come from, in the order of the document. */
export function sectionsOf(promises: readonly JudgedPromise[]): string[] {
  return [...new Set(promises.map(({ section }) => section))].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
}

export function inDocumentOrder(promises: readonly JudgedPromise[]): JudgedPromise[] {
  return sectionsOf(promises).flatMap((section) =>
    promises.filter((promise) => promise.section === section),
  );
}
