import { omitUndefined } from '../../document/json.js';
import { maxTimeout } from '../../options/verify-options.js';
import { acceptedKey, redirected } from '../causes.js';
import { chooseQuote, type Quoted, quotes } from '../document.js';
import type { CaseResult, Cause, Evidence, RequirementResult } from '../result.js';
import { isSuccess } from '../send/client.js';
import { foundBefore } from '../store.js';

/** One failed case counts more than all inconclusive ones. */
const failedWeight = 1_000_000;

/** A case with its requirement. */
interface TriedCase extends CaseResult {
  readonly result: RequirementResult;
}

/** A failed or inconclusive case, with the exchange that shows why. */
interface OpenCase extends TriedCase {
  readonly evidence: Evidence;
}

/** A requirement that a finding explains, with the cases that have its cause. */
export interface Explained {
  readonly section: string;
  readonly requirement: string;
  readonly verdict: RequirementResult['verdict'];
  readonly cases: readonly string[];
  /** The number of all its cases. */
  readonly of: number;
}

/** One cause of failed and inconclusive requirements, with the words of the document that rule it out. */
export interface Finding extends Quoted {
  readonly title: string;
  /** The exchange that shows it best. */
  readonly evidence: Evidence;
  /** What would help if the provider is right. */
  readonly hint?: string;
  readonly failed: number;
  readonly inconclusive: number;
  readonly explains: readonly Explained[];
}

/** A reason that is no fault of the provider, for cases that could not be tested or need a look. */
export interface Remark {
  /** The first of its cases, which all have the same verdict and reason. */
  readonly first: CaseResult;
  readonly explains: readonly Explained[];
}

const listCases = (results: readonly RequirementResult[]): TriedCase[] =>
  results.flatMap((result) => result.cases.map((one) => ({ ...one, result })));

const isOpen = (one: TriedCase): one is OpenCase =>
  one.evidence !== undefined && one.verdict !== 'advice';

const isAccepted = ({ evidence }: OpenCase) => isSuccess(evidence.receivedStatus);

/** Whether the request must succeed. */
const isValid = ({ expectedStatuses }: Evidence) => expectedStatuses.some((one) => one < 300);

/** Whether an exchange shows the cause itself, not one of its consequences. */
function isTypical(cause: Cause, one: OpenCase): boolean {
  if (cause.title === acceptedKey.title) {
    return isAccepted(one);
  }
  if (cause.status !== undefined) {
    return !one.evidence.expectedStatuses.includes(cause.status);
  }
  return cause.title !== redirected.title || one.evidence.problem === undefined;
}

/** Finds the case with the simplest request, which shows a failure best. */
function findSimplest(cause: Cause, cases: readonly OpenCase[]): OpenCase {
  const failed = cases.filter(({ verdict }) => verdict === 'failed');
  const isAboutKey = cause.quote === quotes.unauthorized.quote || cause.status === 401;
  const length = (one: OpenCase) => {
    const { request, curl, concurrent, expectedStatuses, receivedStatus } = one.evidence;
    const isOdd = !isAboutKey && expectedStatuses.includes(401);
    const oddness =
      (isOdd ? 1_000 : 0) +
      // Sent alone, it may succeed.
      (concurrent === undefined ? 0 : 5_000) +
      (receivedStatus === undefined && !isValid(one.evidence) ? 10_000 : 0) +
      (isTypical(cause, one) ? 0 : 20_000);
    return request.length + (curl?.length ?? 10_000) + oddness;
  };
  const candidates = failed.length > 0 ? failed : cases;
  return candidates.reduce((best, one) => (length(one) < length(best) ? one : best));
}

/** Groups cases by their requirement. */
function explain(cases: readonly TriedCase[]): Explained[] {
  return [...new Set(cases.map(({ result }) => result))].map((result) => ({
    section: result.section,
    requirement: result.requirement,
    verdict: result.verdict,
    cases: cases.filter((one) => one.result === result).map(({ name }) => name),
    of: result.cases.length,
  }));
}

/** Suggests what may help where the provider only redirects, is only slow, or breaks off. */
function findHint(cases: readonly OpenCase[], best: Evidence): string | undefined {
  if (cases.some(({ evidence }) => /^[^ ?#]*\/pets\/(?:[?#]|$)/.test(evidence.redirect ?? ''))) {
    return 'the redirect only adds a slash. Serve /pets itself, as section 4.1 has it, without a slash.';
  }
  if (best.lost === 'short') {
    return (
      'Content-Length must be the number of bytes in the body. An error while the body is written ' +
      'looks the same.'
    );
  }
  const waited = Math.max(...cases.map(({ evidence }) => evidence.waited ?? 0));
  if (waited === 0 || cases.some(({ evidence }) => evidence.problem === foundBefore)) {
    return undefined;
  }
  const longer = Math.min(maxTimeout, 4 * waited);
  if (best.receivedStatus !== undefined) {
    return `verify repeated the request for ${waited} ms. If the store lags longer, set --timeout ${longer}.`;
  }
  return isValid(best)
    ? `verify waited ${waited} ms. If the provider only needs longer, set --timeout ${longer}.`
    : `verify waited ${waited} ms, and only for requests that can be rejected at once. Reject them before ` +
        'any work that takes so long, such as parsing a deep body.';
}

/** Names a cause, with the statuses and operations of its cases. */
function formatTitle(cause: Cause, cases: readonly OpenCase[]): string {
  const evidence = cases.map((one) => one.evidence);
  const statuses = [...new Set(evidence.map(({ receivedStatus = 0 }) => receivedStatus))].sort(
    (one, other) => one - other,
  );
  // A rejection with another status does not show that the key is accepted.
  const title =
    cause.title === acceptedKey.title && !cases.some(isAccepted)
      ? `a request without the valid key gets ${statuses.length > 2 ? 'other statuses' : statuses.join(' or ')} instead of 401`
      : cause.title;
  const expected = new Set(
    evidence.flatMap(({ expectedStatuses: [first], receivedStatus }) =>
      first === undefined || first === receivedStatus ? [] : first,
    ),
  );
  const instead =
    cause.status !== undefined && expected.size > 0 && expected.size < 3
      ? ` instead of ${[...expected].join(' or ')}`
      : '';
  const operations = [...new Set(evidence.map(({ operation }) => operation))].filter(
    (operation) => !title.includes(operation),
  );
  return `${title}${instead}${operations.length === 0 ? '' : ` (${operations.join(', ')})`}`;
}

function createFinding(cause: Cause, cases: readonly OpenCase[]): Finding {
  const explains = explain(cases);
  const best = findSimplest(cause, cases);
  const { evidence, result } = best;
  const own = evidence.causes.find(({ title }) => title === cause.title) ?? cause;
  const count = (verdict: Explained['verdict']) =>
    explains.filter((one) => one.verdict === verdict).length;
  const { section, quote } = chooseQuote(evidence, {
    section: best.section ?? result.section,
    quote: best.quote ?? result.quote,
  });
  return omitUndefined({
    title: formatTitle(cause, cases),
    section: own.section ?? section,
    quote: own.quote ?? quote,
    evidence,
    hint: findHint(cases, evidence),
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    explains,
  });
}

/**
 * Explains all cases that did not pass with few causes: repeatedly takes the one that most of the
 * remaining cases share, failed ones first.
 */
export function findFindings(results: readonly RequirementResult[]): Finding[] {
  let open = listCases(results).filter(isOpen);
  const findings: Finding[] = [];
  while (open.length > 0) {
    const weights = new Map<string, { readonly cause: Cause; weight: number }>();
    for (const { verdict, evidence } of open) {
      for (const cause of evidence.causes) {
        const known = weights.get(cause.title) ?? { cause, weight: 0 };
        known.weight += verdict === 'failed' ? failedWeight : 1;
        weights.set(cause.title, known);
      }
    }
    const { cause } = [...weights.values()].reduce((best, one) =>
      one.weight > best.weight ? one : best,
    );
    const hasCause = ({ evidence }: OpenCase) =>
      evidence.causes.some(({ title }) => title === cause.title);
    findings.push(createFinding(cause, open.filter(hasCause)));
    open = open.filter((one) => !hasCause(one));
  }
  return findings;
}

const isRemark = ({ verdict, evidence, excludedBy }: CaseResult) =>
  verdict === 'advice' ||
  (verdict === 'inconclusive' && evidence === undefined && excludedBy !== '--only');

/** Groups the other cases that did not pass by their reason: each reason once. */
export function findRemarks(results: readonly RequirementResult[]): Remark[] {
  const groups = new Map<string, TriedCase[]>();
  for (const one of listCases(results).filter(isRemark)) {
    const key = `${one.verdict} ${one.reason}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].map((cases) => ({
    first: cases[0] as CaseResult,
    explains: explain(cases),
  }));
}
