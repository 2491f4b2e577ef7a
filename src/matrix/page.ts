import { formatPage } from '../report-pages/page.js';
import { excerptMatrix, renderMatrix } from './render.js';
import type { CompleteMatrixReport } from './report.js';

/** Formats the report as one HTML page, which also has what it shows as JSON. */
export function formatMatrixPage(report: CompleteMatrixReport): string {
  return formatPage({
    title: `${report.outcome}: matrix of ${report.command.join(' ')}`,
    body: renderMatrix(report),
    report: excerptMatrix(report),
  });
}
