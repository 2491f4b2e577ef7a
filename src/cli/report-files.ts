import { open, writeFile } from 'node:fs/promises';
import { UsageError } from '../options/usage-error.js';
import { writeJson } from '../verification/report/json.js';
import { requireJunit, writeJunit } from '../verification/report/junit.js';
import type { VerificationReport } from '../verification/report/report.js';

/** The files that a report is written to, beside standard output. */
export interface ReportFiles {
  readonly json?: string;
  readonly junit?: string;
}

function cannotWrite(flag: string): (error: Error) => never {
  return ({ message }) => {
    throw new UsageError(
      `${flag}: the report can't be written: ${message}. Name a file in a folder that exists.`,
    );
  };
}

async function checkWritable(file: string | undefined, flag: string): Promise<void> {
  if (file !== undefined) {
    // What an earlier run wrote stays until there is something to write.
    const handle = await open(file, 'a').catch(cannotWrite(flag));
    await handle.close();
  }
}

async function save(
  file: string | undefined,
  flag: string,
  text: () => Promise<string> | string,
): Promise<void> {
  if (file !== undefined) {
    await writeFile(file, await text()).catch(cannotWrite(flag));
  }
}

/**
 * Sees to it that the report can be written, before a run that would be lost otherwise.
 *
 * @throws {UsageError} when it can't
 */
export async function checkReportFiles({ json, junit }: ReportFiles): Promise<void> {
  if (junit !== undefined) {
    requireJunit();
  }
  await checkWritable(json, '--json');
  await checkWritable(junit, '--junit');
}

/** @throws {UsageError} when one can't be written; the other is, all the same */
export async function saveReport(
  { json, junit }: ReportFiles,
  report: VerificationReport,
): Promise<void> {
  const saved = await Promise.allSettled([
    save(json, '--json', () => writeJson(report)),
    save(junit, '--junit', () => writeJunit(report)),
  ]);
  const failed = saved.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') {
    throw failed.reason;
  }
}
