import type { RequirementResult } from '../result.js';
import { findFindings } from './findings.js';
import { type JunitCase, writeJunit } from './junit.js';
import {
  countVerdicts,
  formatTitle,
  groupBySection,
  groupCases,
  listCase,
  type VerificationReport,
} from './report.js';

export { requireJunit } from './junit.js';

/** Formats the report as JSON, with the findings and the number of requirements per verdict. */
export function formatJson({ requirements, ...rest }: VerificationReport): string {
  const added = { counts: countVerdicts(requirements), findings: findFindings(requirements) };
  return `${JSON.stringify({ ...rest, ...added, requirements }, null, 2)}\n`;
}

/** Describes all cases of a requirement that did not pass, each with its evidence or reason. */
const describeCases = (result: RequirementResult) =>
  groupCases(result)
    .map(({ names, first }) =>
      [
        ...(result.cases.length === 1 ? [] : [`case: ${names.join('; ')}`]),
        // A text of several lines would look like several parts.
        ...listCase(result, first).map(
          ([name, text]) => `${name}: ${text.replace(/\n/g, '\\u000a')}`,
        ),
      ].join('\n'),
    )
    .join('\n\n');

/**
 * Formats the report as JUnit XML: a suite for each section; a failed requirement is a failure, an
 * inconclusive one is skipped, one with advice passes with output, and a provider that could not be
 * verified is an error.
 */
export function formatJunit(report: VerificationReport): Promise<string> {
  const { requirements, reason, url, outcome } = report;
  const findings = findFindings(requirements);
  const createCase = (result: RequirementResult): JunitCase => {
    const { requirement: name, section, verdict } = result;
    const titles = findings.flatMap(({ title, explains }, index) =>
      explains.some(({ requirement }) => requirement === name)
        ? `finding ${index + 1}: ${title}`
        : [],
    );
    return {
      name,
      className: `section ${section}`,
      ...(verdict === 'failed' && {
        failure: { message: titles.join('; '), details: describeCases(result) },
      }),
      ...(verdict !== 'failed' && verdict !== 'passed' && { output: describeCases(result) }),
      isSkipped: verdict === 'inconclusive',
    };
  };
  const failed = outcome === 'failed';
  const name = failed ? 'no response contradicts the document' : 'the provider can be verified';
  return writeJunit([
    { name: url, cases: reason === undefined ? [] : [{ name, error: reason }] },
    ...groupBySection(requirements).map(([section, results]) => ({
      name: formatTitle(section),
      cases: results.map(createCase),
    })),
  ]);
}
