import { escapeUnprintable } from '../../document/format.js';
import type { RequirementResult } from '../result.js';
import { findFindings } from './findings.js';
import { countVerdicts, groupBySection, listEvidence, type VerificationReport } from './report.js';

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
  Buffer.from(text.split('\n').map(escapeUnprintable).join('\n'))
    .toString()
    .replace(/[\ufffe\uffff]/g, '\ufffd');

const escapeXml = (text: string) =>
  cleanXml(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function formatCase({ name, className, error, failure, isSkipped, details }: JunitCase): string {
  const cleaned = cleanXml(details ?? '').replaceAll(']]>', ']]]]><![CDATA[>');
  const text = cleaned === '' ? '' : `<![CDATA[${cleaned}]]>`;
  const parts = [
    error === undefined ? '' : `<error message="${escapeXml(error)}"/>`,
    failure === undefined
      ? ''
      : `<failure message="${escapeXml(failure)}" type="failed">${text}</failure>`,
    isSkipped ? '<skipped/>' : '',
    failure === undefined && text !== '' ? `<system-out>${text}</system-out>` : '',
  ].join('');
  const place = className === undefined ? '' : ` classname="${escapeXml(className)}"`;
  return `    <testcase name="${escapeXml(name)}"${place}>${parts}</testcase>`;
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
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>'];
  return [...head, ...lines, '</testsuites>', ''].join('\n');
}

/**
 * Formats the report as JUnit XML: a suite for each section; a failed requirement is a failure, an
 * inconclusive one is skipped, one with advice passes with output, and a provider that could not be
 * verified is an error.
 */
export function formatJunit(report: VerificationReport): string {
  const { requirements, reason, url } = report;
  const findings = findFindings(requirements);
  const createCase = ({ requirement, section, verdict }: RequirementResult): JunitCase => {
    const found = findings.filter(({ explains }) =>
      explains.some((one) => one.requirement === requirement),
    );
    const details = found.map((finding) => {
      const parts = listEvidence(finding);
      return [[finding.verdict, finding.title], ...parts].map((one) => one.join(': ')).join('\n');
    });
    return {
      name: requirement,
      className: `section ${section}`,
      isSkipped: verdict === 'inconclusive',
      ...(verdict === 'failed' && { failure: found.map(({ title }) => title).join('; ') }),
      ...(details.length > 0 && { details: details.join('\n\n') }),
    };
  };
  return writeJunit([
    {
      name: url,
      cases: reason === undefined ? [] : [{ name: 'the provider can be verified', error: reason }],
    },
    ...groupBySection(requirements).map(([section, results]) => ({
      name: `section ${section}`,
      cases: results.map(createCase),
    })),
  ]);
}
