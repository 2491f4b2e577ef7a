import { prepareFile } from '../options/files.js';
import { defineOptions, optional } from '../options/option.js';
import { filePath } from '../options/readers.js';
import { withoutCommands } from '../verify/report/text.js';
import { type Flags, readFlags } from './command.js';
import { junitFlags } from './junit.js';

export const outputFlags = {
  ...defineOptions('Reports', {
    json: optional({ flag: '--json <file>', help: 'JSON report file', ...filePath('a file') }),
  }),
  ...junitFlags,
};

const exitCodes = { passed: 0, failed: 1, inconclusive: 2, unreached: 3 };

/** A report in each of its formats. */
interface Renderings {
  readonly outcome: keyof typeof exitCodes;
  readonly text: string;
  readonly json: string;
  readonly junit: string;
  /** For GitHub Actions. */
  readonly annotations: string;
}

/**
 * Prepares the outputs of a verification, before it takes its time.
 *
 * @returns prints and saves a report, and sets the exit code
 * @throws {UsageError} when a file cannot be written
 */
export async function openOutputs(flags: Flags) {
  const { json, junit } = readFlags(outputFlags, flags);
  const saveJson = await prepareFile(json, '--json: the report');
  const saveJunit = await prepareFile(junit, '--junit: the report');
  const isGithub = process.env.GITHUB_ACTIONS === 'true';
  return async (report: Renderings): Promise<void> => {
    const output = isGithub ? withoutCommands(report.text) + report.annotations : report.text;
    await new Promise((resolve) => process.stdout.write(output, resolve));
    await saveJson(report.json);
    await saveJunit(report.junit);
    process.exitCode ??= exitCodes[report.outcome];
  };
}
