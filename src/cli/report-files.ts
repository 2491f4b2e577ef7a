import { formatJson, formatJunit, requireJunit } from '../verification/report/files.js';
import type { VerificationReport } from '../verification/report/report.js';
import { checkWritable, saveFile } from './files.js';

/** The files that a report is written to, besides standard output. */
export interface ReportFiles {
  readonly json?: string;
  readonly junit?: string;
}

const formats = { json: formatJson, junit: formatJunit };

function listFiles(files: ReportFiles) {
  return (['json', 'junit'] as const).flatMap((name) => {
    const path = files[name];
    const format = formats[name];
    return path === undefined ? [] : [{ path, label: `--${name}: the report`, format }];
  });
}

/**
 * Checks that the report can be written, before a verification that would be lost otherwise.
 *
 * @throws {UsageError} when it cannot
 */
export async function checkReportFiles(files: ReportFiles): Promise<void> {
  if (files.junit !== undefined) {
    requireJunit();
  }
  for (const file of listFiles(files)) {
    await checkWritable(file);
  }
}

/** @throws {UsageError} when a file cannot be written; the other one is written nevertheless */
export async function saveReport(files: ReportFiles, report: VerificationReport): Promise<void> {
  const saved = await Promise.allSettled(
    listFiles(files).map(async (file) => saveFile(file, await file.format(report))),
  );
  const failed = saved.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    throw failed.reason;
  }
}
