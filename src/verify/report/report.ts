import { type Quoted, sectionTitles } from '../document.js';
import type { CreatedPet, Evidence, RequirementResult, Verdict } from '../result.js';
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

/** The sign of each verdict. */
export const marks: Readonly<Record<Verdict, string>> = {
  passed: '✓',
  advice: '!',
  inconclusive: '?',
  failed: '✗',
};

/** The number of requirements with each verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

export function countVerdicts(results: readonly RequirementResult[]): VerdictCounts {
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

/** Lists the parts that are known. */
const listKnown = (parts: Readonly<Record<string, string | undefined>>): Part[] =>
  Object.entries(parts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));

/** Lists the evidence of a failure, with the words of the document that rule it out, if any do. */
export const listEvidence = (
  { request, expected, problem, received, curl, concurrent }: Evidence,
  quoted?: Quoted,
): Part[] =>
  listKnown({
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
  });

/** Lists what shows a finding, and what would help. */
export const listFinding = (finding: Finding): Part[] => [
  ...listEvidence(finding.evidence, finding),
  ...listKnown({ hint: finding.hint }),
];

/** Lists what shows why a case needs a look. */
export function listRemark({ first, explains }: Remark): Part[] {
  const { verdict, evidence, quote = '', section = explains[0]?.section ?? '' } = first;
  return verdict === 'advice' && evidence ? listEvidence(evidence, { quote, section }) : [];
}
