import { createRequire } from 'node:module';
import type { Builder, TestSuite } from 'junit-report-builder';
import { escapeUnprintable } from '../../log/redaction.js';
import { UsageError } from '../../options/usage-error.js';
import type { RequirementResult } from '../result.js';
import { type Finding, findFindings } from './findings.js';
import {
  countVerdicts,
  formatTitle,
  groupBySection,
  groupCases,
  listCase,
  type VerificationReport,
} from './report.js';

/** Formats the report as JSON, with the findings and the number of requirements per verdict. */
export function formatJson({ requirements, ...rest }: VerificationReport): string {
  const added = { counts: countVerdicts(requirements), findings: findFindings(requirements) };
  return `${JSON.stringify({ ...rest, ...added, requirements }, null, 2)}\n`;
}

/** Escapes or replaces characters that XML 1.0 cannot contain, not even escaped. */
export const toXmlText = (text: string) =>
  Buffer.from(escapeUnprintable(text))
    .toString()
    .replace(/[\ufffe\uffff]/g, '\ufffd');

/** The builder splits only the first end of a CDATA section. */
export const toCdata = (text: string) => toXmlText(text).replaceAll(']]>', ']] >');

/** Describes all cases of a requirement that did not pass, each with its evidence or reason. */
const describeCases = (result: RequirementResult) =>
  groupCases(result)
    .map(({ names, first }) =>
      [
        ...(result.cases.length === 1 ? [] : [`case: ${names.join('; ')}`]),
        ...listCase(result, first).map(([name, text]) => `${name}: ${text}`),
      ]
        .map(toCdata)
        .join('\n'),
    )
    .join('\n\n');

function addCase(suite: TestSuite, result: RequirementResult, findings: readonly Finding[]): void {
  const { requirement, source, verdict, section } = result;
  const testCase = suite
    .testCase()
    .name(toXmlText(requirement))
    .className(`${source}.section ${section}`);
  if (verdict === 'failed') {
    const titles = findings.flatMap(({ title, explains }, index) =>
      explains.some((one) => one.requirement === requirement)
        ? `finding ${index + 1}: ${title}`
        : [],
    );
    testCase.failure(toXmlText(titles.join('; ')), 'failed').stacktrace(describeCases(result));
    return;
  }
  if (verdict === 'inconclusive') {
    testCase.skipped();
  }
  if (verdict !== 'passed') {
    testCase.standardOutput(describeCases(result));
  }
}

/**
 * Checks that JUnit XML can be written, before a verification that would be lost otherwise.
 *
 * @throws {UsageError} when it cannot
 */
export function requireJunit(): void {
  try {
    createRequire(import.meta.url).resolve('junit-report-builder');
  } catch {
    throw new UsageError(
      '--junit needs an optional dependency that is not installed. ' +
        'Run npm install junit-report-builder.',
    );
  }
}

export async function createJunitBuilder(): Promise<Builder> {
  const { default: junit } = await import('junit-report-builder');
  // Its types declare an ES module, but it is CommonJS.
  return (junit as unknown as Builder).newBuilder();
}

/**
 * Formats the report as JUnit XML: a suite for each section; a failed requirement is a failure, an
 * inconclusive one is skipped, one with advice passes with output, and a provider that could not be
 * verified is an error.
 */
export async function formatJunit(report: VerificationReport): Promise<string> {
  const builder = await createJunitBuilder();
  const { requirements, reason, url, outcome } = report;
  if (reason !== undefined) {
    builder
      .testSuite()
      .name(url)
      .testCase()
      .name(
        outcome === 'failed'
          ? 'no response contradicts the document'
          : 'the provider can be verified',
      )
      .error(toXmlText(reason));
  }
  const findings = findFindings(requirements);
  for (const [section, results] of groupBySection(requirements)) {
    const suite = builder.testSuite().name(formatTitle(section));
    for (const result of results) {
      addCase(suite, result, findings);
    }
  }
  return builder.build();
}
