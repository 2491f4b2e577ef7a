import { omitUndefined } from '../base/json.js';
import type { OperationName } from '../document/operations.js';
import type { Quoted } from '../document/quotes.js';

/**
 * The verdict on a case or a requirement. `advice`: the document does not decide it, but a reader should
 * look at it. `inconclusive`: it could not be tested.
 */
export type Verdict = 'passed' | 'advice' | 'inconclusive' | 'failed';

/** The mistake in an exchange, without its values, and the words of the document that rule it out. */
export interface Cause extends Partial<Quoted> {
  /** Failures with the same cause have the same title. */
  readonly title: string;
  /** No complete response, or an unexpected status from 500 on. */
  readonly isCrash?: true;
}

/** The exchange that shows why a case failed, without any key. */
export interface Evidence {
  readonly operation: OperationName;
  /** Of the request, from 1 on, in the order of sending. */
  readonly number: number;
  /** In one line: `GET /pets without an API key`. */
  readonly request: string;
  readonly expected: string;
  /** The mistake in a response beside its status. */
  readonly problem?: string;
  /** In one line, cut if it is long: `200 []`. */
  readonly received: string;
  readonly cause: Cause;
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
  /** With the verdicts `failed` and `advice`; with `inconclusive`, if an exchange prevented the test. */
  readonly evidence?: Evidence;
  /** With the verdicts `inconclusive` (why, and what would help) and `advice` (what the words leave open). */
  readonly reason?: string;
}

/** A requirement of the interface document and its verdict: the worst of its cases. */
export interface RequirementResult extends Quoted {
  /** One sentence, true of every provider that conforms. */
  readonly requirement: string;
  readonly verdict: Verdict;
  /** Cases that were tried, at least one. */
  readonly cases: readonly CaseResult[];
}

/** Ends a case with a verdict other than `passed`. */
abstract class CaseEnd extends Error {
  abstract readonly verdict: Exclude<Verdict, 'passed'>;

  /** @param message of all but a failure, the reason */
  constructor(
    message: string,
    readonly evidence?: Evidence,
  ) {
    super(message);
  }
}

/** Thrown when a response contradicts the document. */
export class CheckFailed extends CaseEnd {
  readonly verdict = 'failed';
  declare readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    const { request, expected, problem, received } = evidence;
    const found = problem === undefined ? `got ${received}` : `${problem} (response: ${received})`;
    super(`${request}: expected ${expected}; ${found}`, evidence);
  }
}

/** Thrown when a wrong response may be right for a while: the store lags, or other clients changed it meanwhile. */
export class StaleResponse extends CheckFailed {}

/** Thrown when a response deserves a look, but the words of the document do not decide it. */
export class Advice extends CaseEnd {
  readonly verdict = 'advice';
}

/** Thrown when a requirement, or a case of it, cannot be tested; its evidence is what prevented the test. */
export class Inconclusive extends CaseEnd {
  readonly verdict = 'inconclusive';
}

/** Thrown when no requirement can be tested with this provider. */
export class CannotVerify extends Error {}

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

/** Tries one thing, and turns what it throws into a result. */
export async function runCase(name: string, test: () => unknown): Promise<CaseResult> {
  const end = await catchError(CaseEnd, () => test());
  if (!(end instanceof CaseEnd)) {
    return { name, verdict: 'passed' };
  }
  const { verdict, evidence, message } = end;
  const reason = verdict === 'failed' ? undefined : message;
  return omitUndefined({ name, verdict, evidence, reason });
}

/** From the worst to the best. */
const ranking = ['failed', 'inconclusive', 'advice', 'passed'] as const;

export const findWorst = (results: readonly { readonly verdict: Verdict }[]): Verdict =>
  ranking.find((one) => results.some(({ verdict }) => verdict === one)) ?? 'inconclusive';

/** True if a response that contradicts the document prevented the test. */
export const isPrevented = ({ verdict, evidence }: CaseResult) =>
  verdict === 'inconclusive' && evidence !== undefined;
