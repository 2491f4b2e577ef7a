import { omitUndefined } from '../../document/json.js';
import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import { type Quoted, sectionTitles } from '../document.js';
import {
  CannotVerify,
  type CaseResult,
  type CreatedPet,
  type Evidence,
  type Inconclusive,
  type RequirementResult,
  type Verdict,
} from '../result.js';
import type { Finding, Remark } from './findings.js';

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
  /** Why the verification ended early; requirements that were not tested are then inconclusive. */
  readonly stopped?: string;
  /** In the order of the document's sections. */
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

/** Lists the requirements that --only does not leave out. */
export const listSelected = ({ requirements }: Pick<VerificationReport, 'requirements'>) =>
  requirements.filter(({ cases }) => cases.every(({ excludedBy }) => excludedBy !== '--only'));

/** Groups the requirements by section, in the order of the document. */
export function groupBySection(
  results: readonly RequirementResult[],
): [section: string, results: RequirementResult[]][] {
  const sections = [...new Set(results.map(({ section }) => section))].sort((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  return sections.map((section) => [section, results.filter((one) => one.section === section)]);
}

export const formatTitle = (section: string) => `${section} ${sectionTitles[section] ?? ''}`;

/** A part of a report with its name: `['request', 'GET /pets']`. */
export type Part = readonly [name: string, text: string];

/** Lists the evidence of a failure, with the words of the document that rule it out, if any do. */
export const listEvidence = (
  { request, expected, problem, received, curl, concurrent }: Evidence,
  quoted?: Quoted,
): Part[] => {
  const parts = {
    request,
    document: quoted && `“${quoted.quote}” (section ${quoted.section})`,
    expected,
    problem,
    received,
    beside:
      concurrent &&
      `${concurrent.requests} other requests at the same time, of which ${concurrent.succeeded} got the ` +
        'expected response; sent alone, this one may get it too',
    repeat: curl,
  };
  return Object.entries(omitUndefined(parts));
};

/** Lists what shows a finding, and what would help. */
export const listFinding = ({ hint, ...finding }: Finding): Part[] => [
  ...listEvidence(finding.evidence, finding),
  ...Object.entries(omitUndefined({ hint })),
];

/** Lists what shows why a case needs a look. */
export function listRemark({ first, explains }: Remark): Part[] {
  const { verdict, evidence, quote = '', section = explains[0]?.section ?? '' } = first;
  return verdict === 'advice' && evidence ? listEvidence(evidence, { quote, section }) : [];
}

/** Whether an option or the store alone prevented a requirement from being tested. */
const isExcluded = ({ verdict, cases }: RequirementResult) =>
  verdict === 'inconclusive' &&
  cases.every((one) => one.verdict !== 'inconclusive' || one.excludedBy !== undefined);

/** Says what prevented requirements from being tested: `--read-only and the size of the store exclude 47`. */
function formatExcluded(excluded: readonly RequirementResult[]): string {
  const cases = excluded.flatMap((one) => one.cases);
  const reasons = new Set(cases.flatMap(({ excludedBy = [] }) => excludedBy));
  const verb = reasons.size > 1 ? 'exclude' : 'excludes';
  return `${[...reasons].join(' and ')} ${verb} ${excluded.length}`;
}

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
    const open = cases.filter(({ verdict }) => verdict === 'inconclusive');
    const reasons = new Set(open.map(({ reason }) => reason));
    return ['inconclusive', `No requirement could be tested: ${[...reasons].join('; ')}.`];
  }
  const wanted = requirements.filter((result) => !isExcluded(result));
  const { inconclusive } = countVerdicts(wanted);
  const excluded = requirements.filter(isExcluded);
  const rest = excluded.length === 0 ? '' : `; ${formatExcluded(excluded)} more`;
  if (failOn === 'inconclusive' && inconclusive > 0) {
    const part = `${inconclusive} of ${wanted.length} requirements could not be tested${rest}`;
    return ['inconclusive', `${part} (--fail-on inconclusive).`];
  }
  const most = `Most requirements could not be tested: ${inconclusive} of ${wanted.length}${rest}.`;
  return 2 * inconclusive > wanted.length ? ['inconclusive', most] : ['passed'];
}

/** Concludes from the results, or from why there are none, what a verification shows. */
export function conclude(
  requirements: readonly RequirementResult[] | CannotVerify,
  { failOn }: Partial<Pick<ResolvedVerifyOptions, 'failOn'>>,
  stop: AbortSignal,
): Pick<VerificationReport, 'outcome' | 'reason' | 'stopped' | 'requirements'> {
  if (requirements instanceof CannotVerify) {
    return { outcome: 'inconclusive', reason: requirements.message, requirements: [] };
  }
  const stopped = stop.aborted ? (stop.reason as Inconclusive).message : undefined;
  const [outcome, reason] = concludeOutcome(requirements, failOn, stopped);
  return omitUndefined({ outcome, reason, stopped, requirements });
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
  const excluded = requirements.filter(isExcluded);
  const advised = advice === 0 ? '' : `; ${advice} with advice`;
  const shown =
    failed > 0
      ? `${url} fails ${failed} of ${all} requirements of the interface; ${passed} passed${advised}.`
      : `${url} passes ${passed} of ${all} requirements of the interface${advised}.`;
  const why = excluded.length === 0 ? '' : `, of which ${formatExcluded(excluded)}`;
  return [
    ...formatReason(report),
    shown,
    ...(all === known ? [] : [`Only ${all} of ${known} were tested (--only).`]),
    ...(inconclusive === 0 ? [] : [`Not shown: ${inconclusive} inconclusive${why}.`]),
  ].join(' ');
}
