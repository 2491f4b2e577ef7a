/** What encloses the report in a page. */
export const reportStart = '<script type="application/json" id="report">';
export const reportEnd = '</script>';

/**
 * Reads the report of a file: JSON, or a page that has it.
 *
 * @throws {SyntaxError} when it has none
 */
export function readReport(text: string): unknown {
  const start = text.indexOf(reportStart);
  if (start < 0) {
    return JSON.parse(text);
  }
  const from = start + reportStart.length;
  return JSON.parse(text.slice(from, text.indexOf(reportEnd, from)));
}
