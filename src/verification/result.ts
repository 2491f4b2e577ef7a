/** The verdict on one requirement. `inconclusive`: it could not be tested. */
export type Verdict = 'passed' | 'failed' | 'inconclusive';

/** The exchange that shows why a requirement failed. */
export interface Evidence {
  /** The request, without any key. */
  readonly request: string;
  readonly expected: string;
  /** What is wrong with a response that has the expected status. */
  readonly problem?: string;
  readonly received: string;
}

/** A requirement of the interface document and its verdict. */
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
  /** With the verdict `failed`. */
  readonly evidence?: Evidence;
  /** With the verdict `inconclusive`: why, and what would help. */
  readonly reason?: string;
}

/** Thrown when a response contradicts the document. */
export class CheckFailed extends Error {
  override readonly name: string = 'CheckFailed';
  readonly evidence: Evidence;
  /** Replaces the quote of the requirement. */
  readonly quote: string | undefined;

  constructor(evidence: Evidence, quote?: string) {
    const { request, expected, problem, received } = evidence;
    const found = problem === undefined ? `got ${received}` : `${problem} (response: ${received})`;
    super(`${request}: expected ${expected}; ${found}`);
    this.evidence = evidence;
    this.quote = quote;
  }
}

/**
 * Thrown when a response contradicts the document, but may be right for a while: the store lags, or
 * other clients changed it meanwhile.
 */
export class StaleResponse extends CheckFailed {
  override readonly name = 'StaleResponse';
}

/** Thrown when a requirement cannot be tested with this provider. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive';
}

/** Thrown when no requirement can be tested with this provider. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
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

/**
 * Runs one test of a requirement and turns its outcome into a result.
 *
 * @param test throws {@link CheckFailed} or {@link Inconclusive}; passes otherwise
 */
export async function testRequirement(
  requirement: Pick<RequirementResult, 'section' | 'requirement' | 'source' | 'quote'>,
  test: () => Promise<void> | void,
): Promise<RequirementResult> {
  try {
    await test();
    return { ...requirement, verdict: 'passed' };
  } catch (error) {
    if (error instanceof CheckFailed) {
      const { evidence, quote = requirement.quote } = error;
      return { ...requirement, quote, verdict: 'failed', evidence };
    }
    if (error instanceof Inconclusive) {
      return { ...requirement, verdict: 'inconclusive', reason: error.message };
    }
    throw error;
  }
}
