import type { Decision } from './decisions.js';

/**
 * The verdict on a case or a requirement. `advice`: the document does not decide it, but a reader should
 * look at it. `inconclusive`: it could not be tested.
 */
export type Verdict = 'passed' | 'advice' | 'inconclusive' | 'failed';

/** From the best to the worst. */
export const verdicts = ['passed', 'advice', 'inconclusive', 'failed'] as const;

/** One thing that is wrong with a response. */
export interface Mismatch {
  /** `status`, `header content-type`, or a place in the body: `$`, `$.status`, `$[0].name`. */
  readonly path: string;
  /** `must be a string; got null` */
  readonly problem: string;
  /**
   * What it has in common with other failures, where place and problem do not say it: the likeliest
   * first.
   */
  readonly differences?: readonly string[];
}

/** The exchange that shows why a case failed, without any key. */
export interface Evidence {
  /** In one line: `GET /pets without a key`. */
  readonly request: string;
  readonly expected: string;
  /** What is wrong with a response beside its status. */
  readonly problem?: string;
  /** In one line, cut if it is long: `200 []`. */
  readonly received: string;
  /** If one status is expected. */
  readonly expectedStatus?: number;
  /** None without a response. */
  readonly receivedStatus?: number;
  /** What is wrong, as far as it has a place in the response; to find failures with the same cause. */
  readonly mismatches: readonly Mismatch[];
  /** The number of further ones: at most 20 are listed. */
  readonly moreMismatches?: number;
  /** If it was sent at the same time as others: how many these are, and how many got what they expect. */
  readonly concurrent?: { readonly requests: number; readonly succeeded: number };
  /** How long the provider was given, in milliseconds, where it may only be slow. */
  readonly waited?: number;
  /**
   * A line for a POSIX shell that repeats the request; `$ANIMAL_STORE_API_KEY` stands for the key. None if it
   * would be too long or show the key.
   */
  readonly curl?: string;
}

/** A pet as a createPet response shows it, as far as it can be read. */
export interface CreatedPet {
  /** All digits. */
  readonly id?: string;
  /** Cut if it is long. */
  readonly name?: string;
}

/** One thing that was tried for a requirement, and its verdict. */
export interface CaseResult {
  /** Unique within the requirement: `name with a NUL`. */
  readonly name: string;
  readonly verdict: Verdict;
  /** Words of the document that say more about this case than the quote of the requirement. */
  readonly quote?: string;
  /** The section of that quote, if it is another. */
  readonly section?: string;
  /** With the verdicts `failed` and `advice`; with `inconclusive`, if an exchange prevented the test. */
  readonly evidence?: Evidence;
  /** With the verdicts `inconclusive` (why, and what would help) and `advice` (what the words leave open). */
  readonly reason?: string;
  /** With the verdict `inconclusive`, if an option excludes the test: `--read-only`. */
  readonly excludedBy?: string;
}

/** A requirement of the interface document and its verdict: the worst of its cases. */
export interface RequirementResult {
  /** The section of the document that states it. */
  readonly section: string;
  /** One sentence, true of every provider that conforms. */
  readonly requirement: string;
  /** `contract`: an interaction of the Pact file; `check`: a check over several requests. */
  readonly source: 'contract' | 'check';
  readonly verdict: Verdict;
  /** A quote from the document. */
  readonly quote: string;
  /** All that was tried, at least one; a requirement of the contract has one case, of the same name. */
  readonly cases: readonly CaseResult[];
}

/** Thrown when a response contradicts the document. */
export class CheckFailed extends Error {
  override readonly name: string = 'CheckFailed';
  readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    super(describeEvidence(evidence));
    this.evidence = evidence;
  }

  get result() {
    return { verdict: 'failed', evidence: this.evidence } as const;
  }
}

/**
 * Thrown when a response contradicts the document, but may be right for a while: the store lags, or
 * other clients changed it meanwhile.
 */
export class StaleResponse extends CheckFailed {
  override readonly name = 'StaleResponse';
}

/** Thrown when a response deserves a look, but the words of the document do not decide it. */
export class Advice extends Error {
  override readonly name = 'Advice';
  readonly evidence: Evidence;
  readonly decision: Decision;

  constructor(evidence: Evidence, decision: Decision) {
    super(decision.reason);
    this.evidence = evidence;
    this.decision = decision;
  }

  get result() {
    const { section, quote, reason } = this.decision;
    return { verdict: 'advice', quote, section, evidence: this.evidence, reason } as const;
  }
}

/** Thrown when a requirement, or a case of it, cannot be tested with this provider. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive';
  /** The exchange that prevented the test, if one did. */
  readonly evidence: Evidence | undefined;
  /** The option that excludes the test, so that nobody expects it to run: `--read-only`. */
  readonly excludedBy: string | undefined;

  constructor(message: string, { evidence, excludedBy }: Prevention = {}) {
    super(message);
    this.evidence = evidence;
    this.excludedBy = excludedBy;
  }

  get result() {
    const { evidence, message: reason, excludedBy } = this;
    return { verdict: 'inconclusive', evidence, reason, excludedBy } as const;
  }
}

type Prevention = Pick<CaseResult, 'evidence' | 'excludedBy'>;

/** Thrown when no requirement can be tested with this provider. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
}

/** Describes evidence in one line. */
function describeEvidence({ request, expected, problem, received }: Evidence): string {
  const found = problem === undefined ? `got ${received}` : `${problem} (response: ${received})`;
  return `${request}: expected ${expected}; ${found}`;
}

/** Returns an error of this class instead of throwing it. */
export async function catchError<Value, Caught extends Error>(
  type: abstract new (...args: never[]) => Caught,
  action: () => Promise<Value> | Value,
): Promise<Value | Caught> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof type) {
      return error;
    }
    throw error;
  }
}
