import { createRequire } from 'node:module';
import type { Builder, TestSuite } from 'junit-report-builder';
import { escapeUnprintable } from '../../log/redaction.js';
import { UsageError } from '../../options/resolve.js';
import { sectionTitles } from '../document.js';
import type { JudgedPromise } from '../verdict.js';
import { sectionsOf, tally, type VerificationReport } from './report.js';

/** The report for programs, with the number of verdicts. */
export function writeJson(report: VerificationReport): string {
  return `${JSON.stringify({ ...report, tally: tally(report.promises) }, null, 2)}\n`;
}

/** What XML 1.0 can't carry, not even escaped, is escaped as JavaScript does, or replaced. */
const xmlText = (text: string) =>
  Buffer.from(escapeUnprintable(text))
    .toString()
    .replace(/[\ufffe\uffff]/g, '\ufffd');

function addCase(suite: TestSuite, judged: JudgedPromise): void {
  const { promise, part, verdict, evidence, reason, document, section } = judged;
  const testCase = suite.testCase().name(xmlText(promise)).className(`${part}.section ${section}`);
  if (verdict === 'broken' && evidence !== undefined) {
    const { sent, expected, came } = evidence;
    const details = [
      `document: ${document}`,
      `sent: ${sent}`,
      `expected: ${expected}`,
      `came: ${came}`,
    ];
    testCase
      .failure(xmlText(`expected ${expected}, and ${came} came`), 'broken')
      .stacktrace(details.map(xmlText).join('\n'));
  } else if (verdict === 'not proved') {
    testCase.skipped();
    testCase.standardOutput(xmlText(`not proved: ${reason}`));
  }
}

/**
 * Sees to it that JUnit XML can be written, before a run that would be lost otherwise.
 *
 * @throws {UsageError} when it can't
 */
export function requireJunit(): void {
  try {
    createRequire(import.meta.url).resolve('junit-report-builder');
  } catch {
    throw new UsageError(
      '--junit takes a package that is not installed. It is an optional dependency: install ' +
        'junit-report-builder beside animal-store-simulator.',
    );
  }
}

/**
 * The report as JUnit XML: a suite for each section, a broken promise is a failure, one that is not
 * proved is skipped, and a provider that could not be judged is an error.
 */
export async function writeJunit(report: VerificationReport): Promise<string> {
  const { default: junit } = await import('junit-report-builder');
  // Its types are those of an ES module, and it is none.
  const builder = (junit as unknown as Builder).newBuilder();
  const { promises, reason, url } = report;
  if (reason !== undefined) {
    builder
      .testSuite()
      .name(url)
      .testCase()
      .name('the provider can be judged')
      .error(xmlText(reason));
  }
  for (const section of sectionsOf(promises)) {
    const suite = builder.testSuite().name(`${section} ${sectionTitles[section]}`);
    for (const judged of promises.filter((promise) => promise.section === section)) {
      addCase(suite, judged);
    }
  }
  return builder.build();
}
