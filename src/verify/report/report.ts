import { omitUndefined } from '../../document/json.js';
import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import {
  CannotVerify,
  type CaseResult,
  type CreatedPet,
  type Inconclusive,
  type RequirementResult,
  type Verdict,
} from '../result.js';
import type { Finding } from './findings.js';

/** The result of a verification. */
export interface VerificationReport {
  readonly url: string;
  /**
   * `passed`: no requirement failed, and most were tested; `failed`: at least one failed, or could not be
   * tested because of a response that contradicts the document; `inconclusive`: too few were tested, for
   * example because the provider rejects the key.
   */
  readonly outcome: Exclude<Verdict, 'advice'>;
  /** With the outcome `inconclusive`, or `failed` without a failed requirement: why, and what would help. */
  readonly reason?: string;
  /** Those that `only` selects, in the order of the document's sections. */
  readonly requirements: readonly RequirementResult[];
  /** Number of createPet requests that got a 2xx response. */
  readonly createdPets: number;
  /** Part of the names of created pets. A few have a name without it; see `created`. */
  readonly namePrefix: string;
  /** The created pets, as the responses show them, as far as they can be read. */
  readonly created: readonly CreatedPet[];
  readonly milliseconds: number;
}

/** Counts the requirements with each verdict. */
export function countVerdicts(results: readonly RequirementResult[]) {
  const counts = { passed: 0, advice: 0, inconclusive: 0, failed: 0 };
  for (const { verdict } of results) {
    counts[verdict] += 1;
  }
  return counts;
}

/** Groups the requirements by section, in the order of the document. */
export function groupBySection(
  results: readonly RequirementResult[],
): [section: string, results: RequirementResult[]][] {
  const sections = [...new Set(results.map(({ section }) => section))].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return sections.map((section) => [section, results.filter((one) => one.section === section)]);
}

/** Lists what shows a finding, each part with its name: `['request', 'GET /pets']`. */
export function listEvidence({ evidence, quote, section }: Finding) {
  if (evidence === undefined) {
    return [];
  }
  const { request, expected, problem, received, curl } = evidence;
  const document = `“${quote}” (section ${section})`;
  const parts = { request, document, expected, problem, received, repeat: curl };
  return Object.entries(omitUndefined(parts));
}

/** Whether an option or a small store alone prevented a requirement from being tested. */
const isExcluded = ({ verdict, cases }: RequirementResult) =>
  verdict === 'inconclusive' &&
  cases.every((one) => one.verdict !== 'inconclusive' || one.isExcluded);

/** Whether a wrong response failed nothing, but prevented a test. */
const isPrevented = ({ verdict, evidence }: CaseResult) =>
  verdict === 'inconclusive' && evidence !== undefined;

/** Concludes what the results show, and why they do not show enough to count as passed. */
function concludeOutcome(
  requirements: readonly RequirementResult[],
  failOn: ResolvedVerifyOptions['failOn'],
  stopped: string | undefined,
): readonly [VerificationReport['outcome'], reason?: string] {
  const { failed, passed, advice } = countVerdicts(requirements);
  if (failed > 0) {
    return ['failed'];
  }
  const { length: prevented } = requirements.filter(({ cases }) => cases.some(isPrevented));
  if (passed + advice > 0 && prevented > 0) {
    const part = `${prevented} of ${requirements.length} requirements could not be tested`;
    return ['failed', `A response contradicts the document, and ${part} because of it.`];
  }
  if (stopped !== undefined) {
    return ['inconclusive', `The verification is incomplete: ${stopped}.`];
  }
  if (passed + advice === 0) {
    const cases = requirements.flatMap((one) => one.cases);
    const reasons = new Set(cases.flatMap(({ reason }) => reason ?? []));
    return ['inconclusive', `No requirement could be tested: ${[...reasons].join('; ')}.`];
  }
  const wanted = requirements.filter((result) => !isExcluded(result));
  const { inconclusive } = countVerdicts(wanted);
  const part = `${inconclusive} of ${wanted.length} requirements could not be tested`;
  if (failOn === 'inconclusive' && inconclusive > 0) {
    return ['inconclusive', `${part} (--fail-on inconclusive).`];
  }
  return 2 * inconclusive > wanted.length ? ['inconclusive', `${part}.`] : ['passed'];
}

/** Concludes from the results, or from why there are none, what a verification shows. */
export function conclude(
  requirements: readonly RequirementResult[] | CannotVerify,
  { failOn }: Partial<Pick<ResolvedVerifyOptions, 'failOn'>>,
  stop: AbortSignal,
): Pick<VerificationReport, 'outcome' | 'reason' | 'requirements'> {
  if (requirements instanceof CannotVerify) {
    return { outcome: 'inconclusive', reason: requirements.message, requirements: [] };
  }
  const stopped = stop.aborted ? (stop.reason as Inconclusive).message : undefined;
  const [outcome, reason] = concludeOutcome(requirements, failOn, stopped);
  return omitUndefined({ outcome, reason, requirements });
}

/** Formats what the verification shows, and what it does not show. */
export function formatConclusion(report: VerificationReport): string {
  const { url, requirements, reason, outcome } = report;
  const { passed, advice, inconclusive, failed } = countVerdicts(requirements);
  const excluded = requirements.filter(isExcluded).length;
  const advised = advice === 0 ? '' : `; ${advice} with advice`;
  const of = `of ${requirements.length} requirements of the interface`;
  const shown =
    failed > 0
      ? `${url} fails ${failed} ${of}; ${passed} passed${advised}.`
      : `${url} passes ${passed} ${of}${advised}.`;
  const why = excluded === 0 ? '' : `, ${excluded} of them excluded by options or a small store`;
  return [
    ...(reason === undefined
      ? []
      : [`${outcome === 'failed' ? 'Failed' : 'Not verified'}: ${reason}`]),
    shown,
    ...(inconclusive === 0 ? [] : [`Not shown: ${inconclusive} inconclusive${why}.`]),
  ].join(' ');
}
