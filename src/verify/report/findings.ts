import { omitUndefined } from '../../base/json.js';
import { petProblems } from '../../document/responses.js';
import { type CaseResult, findWorst, isPrevented, type RequirementResult } from '../result.js';

const petTitles = Object.values(petProblems);
const petMissingOrMoved = 'a pet is missing, or another one has its id or its place';

type TriedCase = CaseResult & { readonly result: RequirementResult };

const findingVerdicts = ['failed', 'inconclusive', 'advice'] as const;

/** A response that contradicts the document and only prevents a test is a failure, too. */
const findVerdict = (one: CaseResult) => (isPrevented(one) ? 'failed' : one.verdict);

/**
 * The shortest request shows a failure best, unless it only prepared a test. After a crash, later requests fail, too:
 * the earliest one shows its cause.
 */
function compareCases(one: TriedCase, other: TriedCase): number {
  const rank = ({ verdict, evidence }: TriedCase) =>
    one.evidence?.cause.isCrash && evidence
      ? evidence.number
      : (evidence?.request.length ?? 0) +
        (evidence?.curl === undefined ? 10_000 : 0) +
        (verdict === 'failed' ? 0 : 100_000);
  return rank(one) - rank(other);
}

/** A cause of failures, or the reason of advice or of what could not be tested, with all its requirements. */
export type Finding = ReturnType<typeof createFinding>;

function createFinding(verdict: (typeof findingVerdicts)[number], cases: readonly TriedCase[]) {
  const [best] = cases.toSorted(compareCases) as [TriedCase];
  const { evidence, reason = '', result } = best;
  const { quote, section, ...cause } = (verdict === 'failed' && evidence?.cause) || {
    title: reason,
  };
  const titles = new Set(cases.map((one) => one.evidence?.cause.title));
  const title = verdict === 'failed' && titles.size > 1 ? petMissingOrMoved : cause.title;
  const operations = new Set(cases.flatMap((one) => one.evidence?.operation ?? []));
  const others = [...operations].filter((operation) => !title.includes(operation));
  const isShown = verdict === 'failed' && others.length > 0;
  return {
    verdict,
    title: isShown ? `${title} (${others.join(', ')})` : title,
    section: section ?? result.section,
    quote: quote ?? result.quote,
    ...(evidence && { evidence }),
    explains: [...new Set(cases.map((one) => one.result))].map((one) => {
      const own = cases.filter(({ result }) => result === one);
      const { section, requirement } = one;
      const names = own.map(({ name }) => name);
      const { length: of } = one.cases;
      return { section, requirement, verdict: findWorst(own), cases: names, of };
    }),
  };
}

/** Groups all cases that did not pass by their cause or reason: failures first, the most frequent first. */
export function findFindings(results: readonly RequirementResult[]): Finding[] {
  const cases = results.flatMap((result) => result.cases.map((one) => ({ ...one, result })));
  return findingVerdicts.flatMap((verdict) => {
    const groups = new Map<string | undefined, TriedCase[]>();
    for (const one of cases.filter((one) => findVerdict(one) === verdict)) {
      const title = verdict === 'failed' ? one.evidence?.cause.title : one.reason;
      const key = petTitles.some((known) => known === title) ? petMissingOrMoved : title;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    return [...groups.values()]
      .sort((one, other) => other.length - one.length)
      .map((group) => createFinding(verdict, group));
  });
}

/** Formats what shows a finding, a line for each part: `request   GET /pets`. */
export function formatEvidence({ evidence, quote, section }: Finding): string[] {
  if (evidence === undefined) {
    return [];
  }
  const { request, expected, problem, received, curl } = evidence;
  const document = `“${quote}” (section ${section})`;
  const parts = { request, document, expected, problem, received, repeat: curl };
  return Object.entries(omitUndefined(parts)).map(([name, text]) => `${name.padEnd(8)}  ${text}`);
}
