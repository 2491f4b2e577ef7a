import { requireJunit, writeJson, writeJunit } from '../verification/report/files.js';
import type { VerificationReport } from '../verification/report/report.js';
import { checkWritable, saveFile } from './files.js';

/** The files that a report is written to, beside standard output. */
export interface ReportFiles {
  readonly json?: string;
  readonly junit?: string;
}

/** How the report is written for each flag. */
const writers = { json: writeJson, junit: writeJunit };

function asked(files: ReportFiles) {
  return (['json', 'junit'] as const).flatMap((name) => {
    const path = files[name];
    const write = writers[name];
    return path === undefined ? [] : [{ path, label: `--${name}: the report`, write }];
  });
}

/**
 * Sees to it that the report can be written, before a run that would be lost otherwise.
 *
 * @throws {UsageError} when it can't
 */
export async function checkReportFiles(files: ReportFiles): Promise<void> {
  if (files.junit !== undefined) {
    requireJunit();
  }
  for (const file of asked(files)) {
    await checkWritable(file);
  }
}

/** @throws {UsageError} when one can't be written; the other is, all the same */
export async function saveReport(files: ReportFiles, report: VerificationReport): Promise<void> {
  const saved = await Promise.allSettled(
    asked(files).map(async (file) => saveFile(file, await file.write(report))),
  );
  const failed = saved.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    throw failed.reason;
  }
}
