import type { OperationName } from '../document/operations.js';
import type { Decision } from './advice.js';

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
}

/** What is wrong with an exchange, without its values: failures with the same cause have the same title. */
export interface Cause {
  readonly title: string;
  /** The words of the document that rule it out, whichever requirement found it. */
  readonly quote?: string;
  readonly section?: string;
  /** The received status, if it ends the title. */
  readonly status?: number;
}

/** The exchange that shows why a case failed, without any key. */
export interface Evidence {
  readonly operation: OperationName;
  /** In one line: `GET /pets without a key`. */
  readonly request: string;
  readonly expected: string;
  /** What is wrong with a response beside its status. */
  readonly problem?: string;
  /** In one line, cut if it is long: `200 []`. */
  readonly received: string;
  /** All that are right; empty if the status does not matter. */
  readonly expectedStatuses: readonly number[];
  /** None without a response. */
  readonly receivedStatus?: number;
  /** Where a redirect leads. */
  readonly redirect?: string | undefined;
  /** Without a whole response: whether nothing came, or a part; `short` if Content-Length says so. */
  readonly lost?: 'all' | 'part' | 'short';
  readonly mismatches: readonly Mismatch[];
  /** The likeliest first; the others are also true, and more failures may share them. */
  readonly causes: readonly Cause[];
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
  readonly verdict: Verdict;
  /** A quote from the document. */
  readonly quote: string;
  /** All that was tried, at least one. */
  readonly cases: readonly CaseResult[];
}

type Ending = Omit<CaseResult, 'name'>;

/** Ends a case with a verdict other than `passed`. */
abstract class CaseEnd extends Error {
  abstract readonly result: Ending;
}

/** Thrown when a response contradicts the document. */
export class CheckFailed extends CaseEnd {
  override readonly name: string = 'CheckFailed';
  readonly evidence: Evidence;

  constructor(evidence: Evidence) {
    const { request, expected, problem, received } = evidence;
    const found = problem === undefined ? `got ${received}` : `${problem} (response: ${received})`;
    super(`${request}: expected ${expected}; ${found}`);
    this.evidence = evidence;
  }

  get result(): Ending {
    return { verdict: 'failed', evidence: this.evidence };
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
export class Advice extends CaseEnd {
  override readonly name = 'Advice';
  readonly result: Ending;

  constructor(evidence: Evidence, { section, quote, reason }: Decision) {
    super(reason);
    this.result = { verdict: 'advice', quote, section, evidence, reason };
  }
}

/** Thrown when a requirement, or a case of it, cannot be tested with this provider. */
export class Inconclusive extends CaseEnd {
  override readonly name = 'Inconclusive';
  readonly result: Ending;

  /** @param prevention the exchange or the option that prevented the test */
  constructor(reason: string, prevention: Pick<CaseResult, 'evidence' | 'excludedBy'> = {}) {
    super(reason);
    this.result = { verdict: 'inconclusive', reason, ...prevention };
  }
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

/** Something to try: throws {@link CheckFailed}, {@link Advice} or {@link Inconclusive}, or passes. */
export interface Case {
  readonly name: string;
  readonly test: () => Promise<unknown> | unknown;
  /** Replaces the quote of the requirement. */
  readonly quote?: string;
}

/** Tries one thing and turns what happens into a result. */
async function runCase({ name, test, quote }: Case): Promise<CaseResult> {
  const end = await catchError(CaseEnd, async () => {
    await test();
  });
  return end instanceof CaseEnd
    ? { name, ...(quote !== undefined && { quote }), ...end.result }
    : { name, verdict: 'passed' };
}

/**
 * Runs the cases of one requirement. Each one runs, whatever became of the others, so that one
 * verification shows all that is wrong.
 */
export class Cases {
  readonly results: CaseResult[] = [];

  /** Runs a case that must follow the one before it. */
  test(name: string, test: Case['test']): Promise<void> {
    return this.all([{ name, test }]);
  }

  /** Runs independent cases side by side. */
  async all(cases: readonly Case[]): Promise<void> {
    this.results.push(...(await Promise.all(cases.map(runCase))));
  }
}

/**
 * Runs the cases of a requirement, and concludes the worst of their verdicts. What is thrown outside of
 * them is the verdict on a case called `set-up`.
 */
export async function concludeRequirement(
  requirement: Pick<RequirementResult, 'section' | 'requirement' | 'quote'>,
  run: (cases: Cases) => Promise<void>,
): Promise<RequirementResult> {
  const tried = new Cases();
  const setUp = await runCase({ name: 'set-up', test: () => run(tried) });
  const cases = [...tried.results, ...(setUp.verdict === 'passed' ? [] : [setUp])];
  if (cases.length === 0) {
    const reason = 'nothing could be tried with this provider';
    cases.push({ name: requirement.requirement, verdict: 'inconclusive', reason });
  }
  const verdict = verdicts.findLast((one) => cases.some((tested) => tested.verdict === one));
  return { ...requirement, verdict: verdict ?? 'inconclusive', cases };
}
