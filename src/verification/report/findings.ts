import { omitUndefined } from '../../engine/interface/json.js';
import { maxTimeout } from '../../options/verify-options.js';
import {
  acceptedKey,
  findOperation,
  foundBefore,
  isIncomplete,
  isValid,
  listDifferences,
  redirected,
} from '../differences.js';
import type { Quoted } from '../document.js';
import type { CaseResult, Evidence, RequirementResult } from '../result.js';
import { chooseFindingQuote } from './quotes.js';

/** One failed case counts more than all inconclusive ones. */
const failedWeight = 1_000_000;

/** A case with its requirement. */
interface TriedCase {
  readonly result: RequirementResult;
  readonly tried: CaseResult;
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

function listOpenCases(results: readonly RequirementResult[]): OpenCase[] {
  return results.flatMap((result) =>
    result.cases.flatMap((tried) => {
      const { verdict, evidence } = tried;
      return evidence === undefined || verdict === 'advice' ? [] : [{ result, tried, evidence }];
    }),
  );
}

const isAccepted = ({ evidence: { receivedStatus = 0 } }: OpenCase) =>
  receivedStatus >= 200 && receivedStatus < 300;

/** Whether an exchange shows the difference itself, not one of its consequences. */
function isTypical(difference: string, one: OpenCase): boolean {
  if (difference === acceptedKey) {
    return isAccepted(one);
  }
  return difference !== redirected || one.evidence.problem === undefined;
}

/** A rejection with another status does not show that the key is accepted. */
function nameDifference(difference: string, cases: readonly OpenCase[]): string {
  if (difference !== acceptedKey || cases.some(isAccepted)) {
    return difference;
  }
  const statuses = new Set(cases.map(({ evidence }) => evidence.receivedStatus ?? 0));
  const received = [...statuses].sort((one, other) => one - other).join(' or ');
  return `a request without the valid key gets ${received} instead of 401`;
}

/** Finds the case with the simplest request, which shows a failure best. */
function findSimplest(difference: string, cases: readonly OpenCase[]): OpenCase {
  const failed = cases.filter(({ tried }) => tried.verdict === 'failed');
  const isAboutKey = difference.includes('key');
  const length = (one: OpenCase) => {
    const { request, curl, concurrent } = one.evidence;
    const isOdd = !isAboutKey && / key\b/.test(request);
    const isLost = one.evidence.receivedStatus === undefined && !isValid(one.evidence);
    const oddness =
      (isOdd ? 1_000 : 0) +
      // Sent alone, it may succeed.
      (concurrent === undefined ? 0 : 5_000) +
      (isLost ? 10_000 : 0) +
      (isTypical(difference, one) ? 0 : 20_000);
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
    cases: cases.filter((one) => one.result === result).map(({ tried }) => tried.name),
    of: result.cases.length,
  }));
}

const toSlash = /^3\d\d to [^ ?#]*\/pets\/[ ?#]/;

/** Suggests what may help where the provider only redirects, is only slow, or breaks off. */
function findHint(cases: readonly OpenCase[], best: Evidence): string | undefined {
  if (cases.some(({ evidence }) => toSlash.test(evidence.received))) {
    return 'the redirect only adds a slash. Serve /pets itself, as section 4.1 has it, without a slash.';
  }
  if (isIncomplete(best) && best.received.includes('Content-Length announces')) {
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

function createFinding(difference: string, cases: readonly OpenCase[]): Finding {
  const explains = explain(cases);
  const best = findSimplest(difference, cases);
  const operations = [...new Set(cases.map(({ evidence }) => findOperation(evidence)))].filter(
    (operation) => !difference.includes(operation),
  );
  const expected = new Set(
    cases.flatMap(({ evidence: { expectedStatus, receivedStatus } }) =>
      expectedStatus === undefined || expectedStatus === receivedStatus ? [] : expectedStatus,
    ),
  );
  const instead =
    expected.size > 0 && / gets \d+$/.test(difference)
      ? ` instead of ${[...expected].join(' or ')}`
      : '';
  const suffix = operations.length === 0 ? '' : ` (${operations.join(', ')})`;
  const title = `${nameDifference(difference, cases)}${instead}${suffix}`;
  const { section, quote } = chooseFindingQuote(title, best.evidence, {
    section: best.tried.section ?? best.result.section,
    quote: best.tried.quote ?? best.result.quote,
  });
  const count = (verdict: Explained['verdict']) =>
    explains.filter((one) => one.verdict === verdict).length;
  const hint = findHint(cases, best.evidence);
  return omitUndefined({
    title,
    section,
    quote,
    evidence: best.evidence,
    hint,
    failed: count('failed'),
    inconclusive: count('inconclusive'),
    explains,
  });
}

/**
 * Explains all cases that did not pass with few differences: repeatedly takes the one that most of the
 * remaining cases share, failed ones first.
 */
export function findFindings(results: readonly RequirementResult[]): Finding[] {
  const open = new Map<OpenCase, readonly string[]>();
  const byDifference = new Map<string, OpenCase[]>();
  const weights = new Map<string, number>();
  const weigh = ({ tried }: OpenCase, differences: readonly string[], sign: 1 | -1) => {
    const weight = sign * (tried.verdict === 'failed' ? failedWeight : 1);
    for (const difference of differences) {
      weights.set(difference, (weights.get(difference) ?? 0) + weight);
    }
  };
  for (const one of listOpenCases(results)) {
    const differences = listDifferences(one.evidence);
    open.set(one, differences);
    weigh(one, differences, 1);
    for (const difference of differences) {
      const cases = byDifference.get(difference) ?? [];
      cases.push(one);
      byDifference.set(difference, cases);
    }
  }
  const findings: Finding[] = [];
  while (open.size > 0) {
    const [difference] = [...weights].reduce((best, one) => (one[1] > best[1] ? one : best));
    const explained = (byDifference.get(difference) ?? []).filter((one) => open.has(one));
    findings.push(createFinding(difference, explained));
    for (const one of explained) {
      weigh(one, open.get(one) ?? [], -1);
      open.delete(one);
    }
    weights.delete(difference);
  }
  return findings;
}

const isRemark = ({ verdict, evidence, excludedBy }: CaseResult) =>
  verdict === 'advice' ||
  (verdict === 'inconclusive' && evidence === undefined && excludedBy !== '--only');

/** Groups the other cases that did not pass by their reason: each reason once. */
export function findRemarks(results: readonly RequirementResult[]): Remark[] {
  const groups = new Map<string, { first: CaseResult; cases: TriedCase[] }>();
  for (const result of results) {
    for (const tried of result.cases.filter(isRemark)) {
      const key = `${tried.verdict} ${tried.reason}`;
      const group = groups.get(key) ?? { first: tried, cases: [] };
      group.cases.push({ result, tried });
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ first, cases }) => ({ first, explains: explain(cases) }));
}
