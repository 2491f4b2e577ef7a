import { prepareFile } from '../options/files.js';
import { defineOptions, optional } from '../options/option.js';
import { filePath } from '../options/readers.js';
import type { JunitCase } from '../verify/report/formats.js';
import { type Flags, readFlags } from './command.js';

export const jsonFlag = defineOptions('Reports', {
  json: optional({ flag: '--json <file>', help: 'JSON report file', ...filePath('a file') }),
});

export const junitFlag = defineOptions('Reports', {
  junit: optional({ flag: '--junit <file>', help: 'JUnit XML report file', ...filePath('a file') }),
});

/**
 * Prepares the JSON report of a run, before it takes its time.
 *
 * @returns saves the report
 * @throws {UsageError} when the file cannot be written
 */
export const openJson = (flags: Flags) =>
  prepareFile(readFlags(jsonFlag, flags).json, '--json: the report');

/**
 * The same for the JUnit report.
 *
 * @throws {UsageError} when the file cannot be written
 */
export async function openJunit(suite: string, flags: Flags) {
  const { junit } = readFlags(junitFlag, flags);
  const save = await prepareFile(junit, '--junit: the report');
  return async (listCases: () => Promise<readonly JunitCase[]>): Promise<void> => {
    if (junit !== undefined) {
      // Loaded on demand: other runs must not wait for it.
      const { writeJunit } = await import('../verify/report/formats.js');
      await save(writeJunit(suite, undefined, await listCases()));
    }
  };
}
