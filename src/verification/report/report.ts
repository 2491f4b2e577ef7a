import { sectionTitles } from '../document.js';
import type { CreatedPet } from '../provider/provider.js';
import {
  type CaseResult,
  describeEvidence,
  type RequirementResult,
  type Verdict,
  verdicts,
} from '../result.js';

/** The result of a verification. */
export interface VerificationReport {
  readonly url: string;
  /**
   * `passed`: no requirement failed, and most were tested; `failed`: at least one failed;
   * `inconclusive`: too few were tested, for example because the provider rejects the key.
   */
  readonly outcome: Exclude<Verdict, 'advice'>;
  /** With the outcome `inconclusive`: why, and what would help. */
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

/** The number of requirements with each verdict. */
export type VerdictCounts = Readonly<Record<Verdict, number>>;

export function countVerdicts(results: readonly RequirementResult[]): VerdictCounts {
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

export const formatTitle = (section: string) => `${section} ${sectionTitles[section] ?? ''}`;

/** Lists what shows why a case did not pass, each part with its name. */
export function listEvidence(
  result: RequirementResult,
  { verdict, evidence, quote = result.quote, section = result.section, reason }: CaseResult,
): [name: string, text: string][] {
  const parts: [string, string][] = [];
  // The reason for an inconclusive case has the evidence in words.
  if (evidence !== undefined && verdict !== 'inconclusive') {
    const { request, expected, problem, received } = evidence;
    parts.push(['request', request], ['document', `“${quote}” (section ${section})`]);
    parts.push(['expected', expected]);
    parts.push(...(problem === undefined ? [] : [['problem', problem] as [string, string]]));
    parts.push(['received', received]);
  }
  if (reason !== undefined) {
    parts.push([verdict, reason]);
  }
  return parts;
}

/** Cases that did not pass, and have the same verdict for the same reason. */
export interface CaseGroup {
  readonly names: readonly string[];
  readonly first: CaseResult;
}

/** Groups the cases that did not pass, the worst first; of those alike, one shows what all have. */
export function groupCases({ cases }: RequirementResult): CaseGroup[] {
  const groups = new Map<unknown, { names: string[]; first: CaseResult }>();
  for (const one of cases.filter(({ verdict }) => verdict !== 'passed')) {
    const key = one.verdict === 'inconclusive' ? one.reason : one;
    const group = groups.get(key) ?? { names: [], first: one };
    group.names.push(one.name);
    groups.set(key, group);
  }
  const getRank = ({ first }: CaseGroup) => verdicts.indexOf(first.verdict);
  return [...groups.values()].sort((one, other) => getRank(other) - getRank(one));
}

/** A difference that makes several requirements fail. */
export interface CommonCause {
  /** `createPet: got 200, expected 201`. */
  readonly description: string;
  readonly failed: number;
  readonly inconclusive: number;
}

/** Fewer failures need no summary. */
const minFailures = 3;
const maxCauses = 5;

/** A request, its expected status, and another status that was received. */
const wrongStatus =
  /(GET|POST) \/pets(\/?).*?: expected (\d{3}) with [\w ]+; got (\d{3}|no response)\b/s;

function findOperation(method: string | undefined, slash: string | undefined): string {
  if (method === 'POST') {
    return 'createPet';
  }
  return slash === '/' ? 'getPet' : 'listPets';
}

/** Finds a wrong status in the evidence, or in the reason. Bodies differ too much to compare. */
function findCause({ evidence, reason = '' }: CaseResult): string[] {
  const text = evidence === undefined ? reason : describeEvidence(evidence);
  const [, method, slash, expected, received] = wrongStatus.exec(text) ?? [];
  return expected === received
    ? []
    : [`${findOperation(method, slash)}: got ${received}, expected ${expected}`];
}

/** Finds wrong statuses that make several requirements fail each, the most common first. */
export function findCommonCauses(results: readonly RequirementResult[]): CommonCause[] {
  const causes = new Map<string, { failed: number; inconclusive: number }>();
  for (const { verdict, cases } of results) {
    const worst = cases.filter((one) => one.verdict === verdict);
    for (const description of new Set(worst.flatMap(findCause))) {
      const counts = causes.get(description) ?? { failed: 0, inconclusive: 0 };
      counts[verdict === 'failed' ? 'failed' : 'inconclusive'] += 1;
      causes.set(description, counts);
    }
  }
  return [...causes]
    .map(([description, counts]) => ({ description, ...counts }))
    .filter(({ failed }) => failed >= minFailures)
    .sort((one, other) => other.failed - one.failed)
    .slice(0, maxCauses);
}
