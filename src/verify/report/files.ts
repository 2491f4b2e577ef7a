import { escapeUnprintable } from '../../document/format.js';
import type { RequirementResult } from '../result.js';
import { type Explained, findFindings, findRemarks } from './findings.js';
import {
  countVerdicts,
  formatTitle,
  groupBySection,
  listFinding,
  listRemark,
  type Part,
  type VerificationReport,
} from './report.js';

/** Formats the report as JSON, with the findings and the number of requirements per verdict. */
export function formatJson({ requirements, ...rest }: VerificationReport): string {
  const added = { counts: countVerdicts(requirements), findings: findFindings(requirements) };
  return `${JSON.stringify({ ...rest, ...added, requirements }, null, 2)}\n`;
}

/** A test case in JUnit XML; without any of the optional texts it passed. */
interface JunitCase {
  readonly name: string;
  readonly className?: string;
  /** It could not be run. */
  readonly error?: string;
  readonly failure?: string;
  readonly isSkipped?: boolean;
  /** What shows the failure, or why it was skipped. */
  readonly details?: string;
}

/** Escapes or replaces characters that XML 1.0 cannot contain, not even escaped. */
const cleanXml = (text: string) =>
  Buffer.from(escapeUnprintable(text))
    .toString()
    .replace(/[\ufffe\uffff]/g, '\ufffd');

const escapeXml = (text: string) =>
  cleanXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const toCdata = (text: string) => {
  const lines = text.split('\n').map(cleanXml).join('\n');
  return `<![CDATA[${lines.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
};

function formatCase(one: JunitCase): string {
  const { name, className, error, failure, isSkipped, details } = one;
  const text = details === undefined ? '' : toCdata(details);
  const parts = [
    error === undefined ? '' : `<error message="${escapeXml(error)}"/>`,
    failure === undefined
      ? ''
      : `<failure message="${escapeXml(failure)}" type="failed">${text}</failure>`,
    isSkipped ? '<skipped/>' : '',
    failure === undefined && text !== '' ? `<system-out>${text}</system-out>` : '',
  ].join('');
  const place = className === undefined ? '' : ` classname="${escapeXml(className)}"`;
  const opening = `    <testcase name="${escapeXml(name)}"${place}`;
  return parts === '' ? `${opening}/>` : `${opening}>${parts}</testcase>`;
}

/** Formats suites as JUnit XML; those without a case are left out. */
export function writeJunit(
  suites: readonly { readonly name: string; readonly cases: readonly JunitCase[] }[],
): string {
  const lines = suites
    .filter(({ cases }) => cases.length > 0)
    .flatMap(({ name, cases }) => {
      const count = (isCounted: (one: JunitCase) => unknown) => cases.filter(isCounted).length;
      const counts = [
        `tests="${cases.length}"`,
        `failures="${count(({ failure }) => failure !== undefined)}"`,
        `errors="${count(({ error }) => error !== undefined)}"`,
        `skipped="${count(({ isSkipped }) => isSkipped)}"`,
      ];
      const opening = `  <testsuite name="${escapeXml(name)}" ${counts.join(' ')}>`;
      return [opening, ...cases.map(formatCase), '  </testsuite>'];
    });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...lines,
    '</testsuites>',
    '',
  ].join('\n');
}

/** A text of several lines would look like several parts. */
const formatParts = (parts: readonly Part[]) =>
  parts.map(([name, text]) => `${name}: ${text.replace(/\n/g, '\\u000a')}`);

/**
 * Formats the report as JUnit XML: a suite for each section; a failed requirement is a failure, an
 * inconclusive one is skipped, one with advice passes with output, and a provider that could not be
 * verified is an error.
 */
export function formatJunit(report: VerificationReport): string {
  const { requirements, reason, url, outcome } = report;
  const findings = findFindings(requirements).map((finding, index) => ({
    ...finding,
    name: `finding ${index + 1}: ${finding.title}`,
  }));
  const remarks = findRemarks(requirements);
  const createCase = ({ requirement, section, verdict }: RequirementResult): JunitCase => {
    const isExplained = ({ explains }: { readonly explains: readonly Explained[] }) =>
      explains.some((one) => one.requirement === requirement);
    const found = findings.filter(isExplained);
    const details = [
      ...found.map((finding) => [finding.name, ...formatParts(listFinding(finding))]),
      ...remarks.filter(isExplained).map((remark) => {
        const { verdict, reason = '' } = remark.first;
        return formatParts([...listRemark(remark), [verdict, reason]]);
      }),
    ];
    return {
      name: requirement,
      className: `section ${section}`,
      isSkipped: verdict === 'inconclusive',
      ...(verdict === 'failed' && { failure: found.map(({ name }) => name).join('; ') }),
      ...(details.length > 0 && { details: details.map((one) => one.join('\n')).join('\n\n') }),
    };
  };
  const name =
    outcome === 'failed' ? 'no response contradicts the document' : 'the provider can be verified';
  return writeJunit([
    { name: url, cases: reason === undefined ? [] : [{ name, error: reason }] },
    ...groupBySection(requirements).map(([section, results]) => ({
      name: formatTitle(section),
      cases: results.map(createCase),
    })),
  ]);
}
