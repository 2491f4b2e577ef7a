import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import {
  CannotVerify,
  type CaseResult,
  type Inconclusive,
  type RequirementResult,
} from '../result.js';
import { countVerdicts, type VerificationReport } from './report.js';

type Conclusion = Pick<VerificationReport, 'outcome' | 'reason' | 'stopped' | 'requirements'>;

/** Options that a run without failures must meet to count as passed. */
type Demands = Pick<ResolvedVerifyOptions, 'failOn' | 'minPassed'>;

/** Whether an option alone prevented a requirement from being tested. */
export const isExcluded = ({ verdict, cases }: RequirementResult) =>
  verdict === 'inconclusive' &&
  cases.every((one) => one.verdict !== 'inconclusive' || one.excludedBy !== undefined);

/** Finds whether a wrong response failed no requirement, but prevented a test. */
function findContradiction(requirements: readonly RequirementResult[]): string | undefined {
  const isPrevented = ({ verdict, evidence }: CaseResult) =>
    verdict === 'inconclusive' && evidence !== undefined;
  const { length } = requirements.filter(({ cases }) => cases.some(isPrevented));
  return length === 0
    ? undefined
    : `A response contradicts the document, and ${length} of ${requirements.length} requirements could not be ` +
        'tested because of it.';
}

/** Finds why a run without failures does not show enough to count as passed. */
function findGap(
  requirements: readonly RequirementResult[],
  { failOn, minPassed = 0 }: Demands,
): string | undefined {
  const { passed, advice } = countVerdicts(requirements);
  if (passed + advice === 0) {
    const reasons = new Set(
      requirements
        .flatMap(({ cases }) => cases.filter(({ verdict }) => verdict === 'inconclusive'))
        .map(({ reason }) => reason),
    );
    return `No requirement could be tested: ${[...reasons].join('; ')}.`;
  }
  if (passed < minPassed) {
    return `Only ${passed} requirements passed; --min-passed requires ${minPassed}.`;
  }
  const wanted = requirements.filter((result) => !isExcluded(result));
  const { inconclusive } = countVerdicts(wanted);
  const excluded = requirements.length - wanted.length;
  const rest = excluded === 0 ? '' : `, besides ${excluded} that an option excludes`;
  if (failOn === 'inconclusive' && inconclusive > 0) {
    return `${inconclusive} of ${wanted.length} requirements could not be tested${rest} (--fail-on inconclusive).`;
  }
  if (2 * inconclusive > wanted.length) {
    return `Most requirements could not be tested: ${inconclusive} of ${wanted.length}${rest}.`;
  }
  return undefined;
}

/** Concludes from the results, or from why there are none, what a verification shows. */
export function conclude(
  requirements: readonly RequirementResult[] | CannotVerify,
  demands: Demands,
  stop: AbortSignal,
): Conclusion {
  if (requirements instanceof CannotVerify) {
    return { outcome: 'inconclusive', reason: requirements.message, requirements: [] };
  }
  const stopped = stop.aborted ? { stopped: (stop.reason as Inconclusive).message } : {};
  const { failed, passed, advice } = countVerdicts(requirements);
  if (failed > 0) {
    return { outcome: 'failed', ...stopped, requirements };
  }
  const contradiction = passed + advice > 0 ? findContradiction(requirements) : undefined;
  if (contradiction !== undefined) {
    return { outcome: 'failed', reason: contradiction, ...stopped, requirements };
  }
  if (stopped.stopped !== undefined) {
    const reason = `The verification is incomplete: ${stopped.stopped}.`;
    return { outcome: 'inconclusive', reason, ...stopped, requirements };
  }
  const reason = findGap(requirements, demands);
  return reason === undefined
    ? { outcome: 'passed', requirements }
    : { outcome: 'inconclusive', reason, requirements };
}
