import { createRequire } from 'node:module';
import type { Builder, TestSuite } from 'junit-report-builder';
import { escapeUnprintable } from '../../log/redaction.js';
import { UsageError } from '../../options/usage-error.js';
import type { RequirementResult } from '../result.js';
import {
  countVerdicts,
  formatTitle,
  groupBySection,
  listEvidence,
  type VerificationReport,
} from './report.js';

/** Formats the report as JSON, with the number of requirements per verdict. */
export function formatJson(report: VerificationReport): string {
  return `${JSON.stringify({ ...report, counts: countVerdicts(report.requirements) }, null, 2)}\n`;
}

/** Escapes or replaces characters that XML 1.0 cannot contain, not even escaped. */
const toXmlText = (text: string) =>
  Buffer.from(escapeUnprintable(text))
    .toString()
    .replace(/[\ufffe\uffff]/g, '\ufffd');

function addCase(suite: TestSuite, result: RequirementResult): void {
  const { requirement, source, verdict, evidence, reason, section } = result;
  const testCase = suite
    .testCase()
    .name(toXmlText(requirement))
    .className(`${source}.section ${section}`);
  if (evidence !== undefined) {
    const { expected, problem, received } = evidence;
    const details = listEvidence(result).map(([name, text]) => toXmlText(`${name}: ${text}`));
    testCase
      .failure(toXmlText(`expected ${expected}; ${problem ?? `got ${received}`}`), 'failed')
      .stacktrace(details.join('\n'));
  } else if (verdict === 'inconclusive') {
    testCase.skipped();
    testCase.standardOutput(toXmlText(`inconclusive: ${reason}`));
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

/**
 * Formats the report as JUnit XML: a suite for each section; a failed requirement is a failure, an
 * inconclusive one is skipped, and a provider that could not be verified is an error.
 */
export async function formatJunit(report: VerificationReport): Promise<string> {
  const { default: junit } = await import('junit-report-builder');
  // Its types declare an ES module, but it is CommonJS.
  const builder = (junit as unknown as Builder).newBuilder();
  const { requirements, reason, url } = report;
  if (reason !== undefined) {
    builder
      .testSuite()
      .name(url)
      .testCase()
      .name('the provider can be verified')
      .error(toXmlText(reason));
  }
  for (const [section, results] of groupBySection(requirements)) {
    const suite = builder.testSuite().name(formatTitle(section));
    for (const result of results) {
      addCase(suite, result);
    }
  }
  return builder.build();
}
