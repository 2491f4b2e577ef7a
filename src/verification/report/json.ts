import { tally, type VerificationReport } from './report.js';

/** The report for programs, with the number of verdicts. */
export function writeJson(report: VerificationReport): string {
  return `${JSON.stringify({ ...report, tally: tally(report.promises) }, null, 2)}\n`;
}
