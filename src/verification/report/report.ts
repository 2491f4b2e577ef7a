import { sectionTitles } from '../document.js';
import type { CreatedPet } from '../provider/provider.js';
import { CheckFailed, type RequirementResult, type Verdict } from '../result.js';

/** The result of a verification. */
export interface VerificationReport {
  readonly url: string;
  /**
   * `passed`: no requirement failed; `failed`: at least one did; `inconclusive`: none could be tested,
   * for example because the provider cannot be reached or rejects the key.
   */
  readonly outcome: Verdict;
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
  const count = (verdict: Verdict) => results.filter((one) => one.verdict === verdict).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    inconclusive: count('inconclusive'),
  };
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

/** Lists the evidence of a failed requirement, each part with its name. */
export function listEvidence({ evidence, quote, section }: RequirementResult): [string, string][] {
  if (evidence === undefined) {
    return [];
  }
  const { request, expected, problem, received } = evidence;
  return [
    ['request', request],
    ['document', `“${quote}” (section ${section})`],
    ['expected', expected],
    ...(problem === undefined ? [] : [['problem', problem] as [string, string]]),
    ['received', received],
  ];
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
function findCause({ evidence, reason = '' }: RequirementResult): string | undefined {
  const text = evidence === undefined ? reason : new CheckFailed(evidence).message;
  const [, method, slash, expected, received] = wrongStatus.exec(text) ?? [];
  return expected === received
    ? undefined
    : `${findOperation(method, slash)}: got ${received}, expected ${expected}`;
}

/** Finds wrong statuses that make several requirements fail each, the most common first. */
export function findCommonCauses(results: readonly RequirementResult[]): CommonCause[] {
  const causes = new Map<string, { failed: number; inconclusive: number }>();
  for (const result of results) {
    const description = findCause(result);
    if (description !== undefined) {
      const counts = causes.get(description) ?? { failed: 0, inconclusive: 0 };
      counts[result.verdict === 'failed' ? 'failed' : 'inconclusive'] += 1;
      causes.set(description, counts);
    }
  }
  return [...causes]
    .map(([description, counts]) => ({ description, ...counts }))
    .filter(({ failed }) => failed >= minFailures)
    .sort((one, other) => other.failed - one.failed)
    .slice(0, maxCauses);
}
