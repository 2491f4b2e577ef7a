import { createRequire } from 'node:module';
import type { Builder } from 'junit-report-builder';
import { escapeUnprintable } from '../../document/format.js';
import { UsageError } from '../../options/usage-error.js';

/** A test case in JUnit XML; without any of the optional texts it passed. */
export interface JunitCase {
  readonly name: string;
  readonly className?: string;
  /** It could not be run. */
  readonly error?: string;
  readonly failure?: { readonly message: string; readonly details?: string };
  readonly isSkipped?: boolean;
  readonly output?: string;
}

interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** Escapes or replaces characters that XML 1.0 cannot contain, not even escaped. */
const toXmlText = (text: string) =>
  Buffer.from(escapeUnprintable(text))
    .toString()
    .replace(/[\ufffe\uffff]/g, '\ufffd');

/** The builder splits only the first end of a CDATA section. */
const toCdata = (text: string) =>
  text
    .split('\n')
    .map((line) => toXmlText(line).replaceAll(']]>', ']] >'))
    .join('\n');

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

/** Formats JUnit XML; suites without a case are left out. */
export async function writeJunit(suites: readonly JunitSuite[]): Promise<string> {
  const { default: junit } = await import('junit-report-builder');
  // Its types declare an ES module, but it is CommonJS.
  const builder = (junit as unknown as Builder).newBuilder();
  for (const { name: suiteName, cases } of suites.filter(({ cases }) => cases.length > 0)) {
    const suite = builder.testSuite().name(toXmlText(suiteName));
    for (const { name, className, error, failure, isSkipped, output } of cases) {
      const testCase = suite.testCase().name(toXmlText(name));
      if (className !== undefined) {
        testCase.className(toXmlText(className));
      }
      if (error !== undefined) {
        testCase.error(toXmlText(error));
      }
      if (failure !== undefined) {
        testCase.failure(toXmlText(failure.message), 'failed');
        if (failure.details !== undefined) {
          testCase.stacktrace(toCdata(failure.details));
        }
      }
      if (isSkipped) {
        testCase.skipped();
      }
      if (output !== undefined) {
        testCase.standardOutput(toCdata(output));
      }
    }
  }
  return builder.build();
}
