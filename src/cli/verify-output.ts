import { appendFile } from 'node:fs/promises';
import { checkWritable, type OutputFile, saveFile } from '../files.js';
import { UsageError } from '../options/usage-error.js';
import { requireJunit } from '../verification/report/files.js';
import { withoutCommands } from '../verification/report/github.js';
import type { VerificationReport } from '../verification/report/report.js';
import type { Flags } from './options.js';

/** The formats of report files, by the name of their flag. */
type Formats<Report> = Readonly<Record<string, ReportFile<Report>['format']>>;

interface ReportFile<Report> extends OutputFile {
  readonly format: (report: Report) => string | Promise<string>;
}

function listReportFiles<Report>(flags: Flags, formats: Formats<Report>): ReportFile<Report>[] {
  return Object.entries(formats).flatMap(([name, format]) => {
    const path = flags[name];
    return typeof path === 'string' ? [{ path, label: `--${name}: the report`, format }] : [];
  });
}

/** @throws {UsageError} when a file cannot be written; the others are written nevertheless */
async function saveReport<Report>(
  files: readonly ReportFile<Report>[],
  report: Report,
): Promise<void> {
  const saved = await Promise.allSettled(
    files.map(async (file) => saveFile(file, await file.format(report))),
  );
  const failed = saved.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    throw failed.reason;
  }
}

/** Finds the file of the summary that GitHub Actions shows for a job; without it, the run goes on. */
async function findJobSummary(): Promise<string | undefined> {
  const { GITHUB_STEP_SUMMARY: path = '' } = process.env;
  if (path === '') {
    return undefined;
  }
  const file = { path, label: 'GITHUB_STEP_SUMMARY: the summary' };
  const error = await checkWritable(file).catch((reason: UsageError) => reason);
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message} The run goes on without it.\n`);
    return undefined;
  }
  return path;
}

const exitCodes: Readonly<Record<VerificationReport['outcome'], number>> = {
  passed: 0,
  failed: 1,
  inconclusive: 2,
};

/** How a report is shown. */
export interface ReportFormats<Report> {
  readonly files: Formats<Report>;
  readonly text: (report: Report) => string;
  /** For GitHub Actions. */
  readonly annotations: (report: Report) => string;
  readonly jobSummary: (report: Report) => string;
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
  const files = listReportFiles(flags, formats.files);
  if (flags.junit !== undefined) {
    requireJunit();
  }
  for (const file of files) {
    await checkWritable(file);
  }
  const isGithub = process.env.GITHUB_ACTIONS === 'true';
  const jobSummary = isGithub ? await findJobSummary() : undefined;
  return async (report) => {
    const text = formats.text(report);
    const output = isGithub ? withoutCommands(text) + formats.annotations(report) : text;
    await new Promise((resolve) => process.stdout.write(output, resolve));
    await saveReport(files, report);
    if (jobSummary !== undefined) {
      await appendFile(jobSummary, formats.jobSummary(report));
    }
    process.exitCode ??= exitCodes[report.outcome];
  };
}
