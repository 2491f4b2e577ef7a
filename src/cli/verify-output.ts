import { appendFile } from 'node:fs/promises';
import { checkWritable, saveFile } from '../options/files.js';
import { requireJunit } from '../verify/report/files.js';
import { withoutCommands } from '../verify/report/github.js';
import type { VerificationReport } from '../verify/report/report.js';
import type { Flags } from './parse-flags.js';

const exitCodes: Readonly<Record<VerificationReport['outcome'], number>> = {
  passed: 0,
  failed: 1,
  inconclusive: 2,
};

/** How a report is shown. */
interface ReportFormats<Report> {
  /** The formats of report files, by the name of their flag. */
  readonly files: Readonly<Record<string, (report: Report) => string | Promise<string>>>;
  readonly text: (report: Report) => string;
  /** For GitHub Actions. */
  readonly annotations: (report: Report) => string;
  readonly jobSummary: (report: Report) => string;
}

/** Appends to the summary that GitHub Actions shows for a job; the report is printed anyway. */
async function appendJobSummary(path: string, text: string): Promise<void> {
  await appendFile(path, text).catch(({ message }: Error) => {
    process.stderr.write(`GITHUB_STEP_SUMMARY: the summary can't be written: ${message}.\n`);
  });
}

/**
 * Prepares the outputs of a verification, before it takes its time.
 *
 * @returns prints and saves a report, and sets the exit code
 * @throws {UsageError} when a file cannot be written
 */
export async function openOutputs<Report extends Pick<VerificationReport, 'outcome'>>(
  flags: Flags,
  formats: ReportFormats<Report>,
): Promise<(report: Report) => Promise<void>> {
  const files = Object.entries(formats.files).flatMap(([name, format]) => {
    const path = flags[name];
    return typeof path === 'string' ? [{ path, label: `--${name}: the report`, format }] : [];
  });
  if (flags.junit !== undefined) {
    requireJunit();
  }
  for (const file of files) {
    await checkWritable(file);
  }
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY = '' } = process.env;
  const isGithub = GITHUB_ACTIONS === 'true';
  return async (report) => {
    const text = formats.text(report);
    const output = isGithub ? withoutCommands(text) + formats.annotations(report) : text;
    await new Promise((resolve) => process.stdout.write(output, resolve));
    for (const file of files) {
      await saveFile(file, await file.format(report));
    }
    if (isGithub && GITHUB_STEP_SUMMARY !== '') {
      await appendJobSummary(GITHUB_STEP_SUMMARY, formats.jobSummary(report));
    }
    process.exitCode ??= exitCodes[report.outcome];
  };
}
