/** What is said of one promise: it held, it was broken, or it couldn't be put to the proof. */
export type Verdict = 'held' | 'broken' | 'not proved';

/** What shows that a promise is broken, for people who look for the cause. */
export interface Evidence {
  /** The request, without any key. */
  readonly sent: string;
  readonly expected: string;
  readonly came: string;
}

/** A promise of the document and what came of putting it to the proof. */
export interface JudgedPromise {
  /** The section of the document that it comes from. */
  readonly section: string;
  /** A sentence that is true of every provider that keeps it. */
  readonly promise: string;
  /** `contract`: an interaction of the Pact file; `conformance`: a law over several calls. */
  readonly part: 'contract' | 'conformance';
  readonly verdict: Verdict;
  /** The document's own words. */
  readonly document: string;
  /** With the verdict `broken`. */
  readonly evidence?: Evidence;
  /** With the verdict `not proved`: why, and what would help. */
  readonly reason?: string;
}

/** Thrown when an answer isn't what the document says. */
export class Broken extends Error {
  override readonly name: string = 'Broken';
  readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    super(`${evidence.sent}: expected ${evidence.expected}, and ${evidence.came} came`);
    this.evidence = evidence;
  }
}

/**
 * Thrown when an answer isn't what the document says, but for a while could be so by right: the store
 * lags behind, or others changed it meanwhile.
 */
export class Stale extends Broken {
  override readonly name = 'Stale';
}

/** Thrown when something can't be put to the proof at this provider. */
export class NotProved extends Error {
  override readonly name = 'NotProved';
}

/** Thrown when nothing can be said about a provider at all. */
export class CannotJudge extends Error {
  override readonly name = 'CannotJudge';
}
