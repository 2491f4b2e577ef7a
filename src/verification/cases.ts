import { omitUndefined } from '../engine/interface/json.js';
import {
  Advice,
  type CaseResult,
  CheckFailed,
  Inconclusive,
  type RequirementResult,
  verdicts,
} from './result.js';

/** Something to try: throws {@link CheckFailed}, {@link Advice} or {@link Inconclusive}, or passes. */
export type CaseTest = () => Promise<void> | void;

/** A case that depends on no other. */
export interface Case {
  readonly name: string;
  readonly test: CaseTest;
  /** Replaces the quote of the requirement. */
  readonly quote?: string;
}

/** Tries one thing and turns what happens into a result. */
export async function runCase({ name, test, quote }: Case): Promise<CaseResult> {
  try {
    await test();
    return { name, verdict: 'passed' };
  } catch (error) {
    if (error instanceof CheckFailed || error instanceof Advice || error instanceof Inconclusive) {
      const { verdict, ...shown } = error.result;
      return omitUndefined({ name, verdict, quote, ...shown });
    }
    throw error;
  }
}

/**
 * Runs the cases of one requirement. Each one runs, whatever became of the others, so that one
 * verification shows all that is wrong.
 */
export class Cases {
  readonly #results: CaseResult[] = [];

  /** The cases so far, in the order of their declaration. */
  get results(): readonly CaseResult[] {
    return this.#results;
  }

  /** Runs a case that must follow the one before it. */
  test(name: string, test: CaseTest): Promise<void> {
    return this.all([{ name, test }]);
  }

  /** Runs independent cases side by side. */
  async all(cases: readonly Case[]): Promise<void> {
    this.#results.push(...(await Promise.all(cases.map(runCase))));
  }
}

/** The result of a requirement: the worst verdict of its cases. Where none was tried, none passed. */
export function concludeRequirement(
  requirement: Pick<RequirementResult, 'section' | 'requirement' | 'source' | 'quote'>,
  tried: readonly CaseResult[],
): RequirementResult {
  const cases: readonly CaseResult[] =
    tried.length > 0
      ? tried
      : [
          {
            name: requirement.requirement,
            verdict: 'inconclusive',
            reason: 'nothing could be tried with this provider',
          },
        ];
  const ranks = cases.map(({ verdict }) => verdicts.indexOf(verdict));
  const verdict = verdicts[Math.max(...ranks)] ?? 'inconclusive';
  return { ...requirement, verdict, cases };
}
