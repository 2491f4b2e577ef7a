import { omitUndefined } from '../../document/json.js';
import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import {
  CannotVerify,
  type CaseResult,
  type Inconclusive,
  type RequirementResult,
  type Verdict,
} from '../result.js';
import type { Finding } from './findings.js';
import { countVerdicts, listSelected, type VerificationReport } from './report.js';

type Conclusion = Pick<VerificationReport, 'outcome' | 'reason' | 'stopped' | 'requirements'>;

/** Options that a run without failures must meet to count as passed. */
type Demands = Partial<Pick<ResolvedVerifyOptions, 'failOn'>>;

/** Whether an option alone prevented a requirement from being tested. */
const isExcluded = ({ verdict, cases }: RequirementResult) =>
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
  { failOn }: Demands,
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
  const stopped = stop.aborted ? (stop.reason as Inconclusive).message : undefined;
  const { failed, passed, advice } = countVerdicts(requirements);
  const contradiction = passed + advice > 0 ? findContradiction(requirements) : undefined;
  const gap =
    stopped === undefined
      ? findGap(requirements, demands)
      : `The verification is incomplete: ${stopped}.`;
  const reason = failed > 0 ? undefined : (contradiction ?? gap);
  const isFailed = failed > 0 || contradiction !== undefined;
  const outcome: Conclusion['outcome'] = isFailed
    ? 'failed'
    : reason === undefined
      ? 'passed'
      : 'inconclusive';
  return omitUndefined({ outcome, reason, stopped, requirements });
}

/** `10 failed and 14 inconclusive requirements` */
export function formatExtent({ failed, inconclusive }: Pick<Finding, 'failed' | 'inconclusive'>) {
  const counts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} inconclusive`] : []),
  ].join(' and ');
  return `${counts} requirement${failed + inconclusive === 1 ? '' : 's'}`;
}

/** Formats how much the findings explain: `1 finding explains 3 failed requirements.` */
export function formatHead(findings: readonly Finding[]): string {
  const explains = findings.flatMap((finding) => finding.explains);
  const count = (verdict: Verdict) =>
    new Set(explains.filter((one) => one.verdict === verdict).map((one) => one.requirement)).size;
  const extent = formatExtent({ failed: count('failed'), inconclusive: count('inconclusive') });
  const [noun, verb] = findings.length === 1 ? ['finding', 'explains'] : ['findings', 'explain'];
  return `${findings.length} ${noun} ${verb} ${extent}.`;
}

/** Formats why the verification shows less than it could, or failed without a failed requirement. */
function formatReason({ outcome, reason, stopped }: VerificationReport): string[] {
  const failed = outcome === 'failed' && reason !== undefined ? [`Failed: ${reason}`] : [];
  if (stopped !== undefined) {
    return [`Incomplete: ${stopped}.`, ...failed];
  }
  return outcome === 'inconclusive' ? [`Not verified: ${reason}`] : failed;
}

/** Formats what the verification shows, and what it does not show. */
export function formatConclusion(report: VerificationReport): string {
  const { url } = report;
  const requirements = listSelected(report);
  const { passed, advice, inconclusive, failed } = countVerdicts(requirements);
  const all = requirements.length;
  const known = report.requirements.length;
  const excluded = requirements.filter(isExcluded).length;
  const advised = advice === 0 ? '' : `; ${advice} with advice`;
  const shown =
    failed > 0
      ? `${url} fails ${failed} of ${all} requirements of the interface; ${passed} passed${advised}.`
      : `${url} passes ${passed} of ${all} requirements of the interface${advised}.`;
  const why = excluded === 0 ? '' : `, of which an option excludes ${excluded}`;
  return [
    ...formatReason(report),
    shown,
    ...(all === known ? [] : [`Only ${all} of ${known} were tested (--only).`]),
    ...(inconclusive === 0 ? [] : [`Not shown: ${inconclusive} inconclusive${why}.`]),
  ].join(' ');
}
