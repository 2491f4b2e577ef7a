import type { Verdict } from '../result.js';
import type { Finding } from './findings.js';
import { isExcluded } from './outcome.js';
import { countVerdicts, listSelected, type VerificationReport } from './report.js';

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
