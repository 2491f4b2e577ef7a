import { expect, test } from 'vitest';
import { formatMatrixPage } from '../../src/matrix/page.js';
import type { CompleteMatrixReport } from '../../src/matrix/report.js';
import { readReport } from '../../src/report-pages/embedded.js';
import { createMatrixReport } from './reports.js';

test('shows the choices that break the command, with the section and the output', async () => {
  const page = formatMatrixPage(await createMatrixReport('why\n\u001b[31m\tit failed\u001b[0m'));

  const at = (text: string) => page.indexOf(text);
  expect(at('<h3>list-order=shuffled</h3>')).toBeGreaterThan(0);
  expect(page).toContain(
    'The document does not specify the order of the list (section 4.1); the command needs oldest-first or newest-first.',
  );
  expect(page).toContain('<pre><code>why</code><code>  it failed</code></pre>');
  expect(at('<h2>Open points')).toBeGreaterThan(at('<h3>list-order=shuffled'));
  expect(at('<h2>Runs')).toBeGreaterThan(at('<h2>Open points'));
  expect(page).toContain('<th scope="row">profile hostile</th>');
});

test('escapes the command and its output', async () => {
  const page = formatMatrixPage(await createMatrixReport());

  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).not.toContain('<img');
  expect(page).not.toContain('\u202e');
});

test('shows the last lines of a long output, and at most 4,000 characters', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index} ${'x'.repeat(500)}`);
  const report = readReport(
    formatMatrixPage(await createMatrixReport(lines.join('\n'))),
  ) as CompleteMatrixReport;

  for (const { output } of report.culprits) {
    expect(output.length).toBe(4_001);
    expect(output.endsWith(lines.at(-1) ?? '')).toBe(true);
  }
});

test('shows at most 500 runs, and says how many there are', async () => {
  const report = await createMatrixReport('');
  const [run] = report.runs;
  const many = {
    ...report,
    runs: Array.from({ length: 700 }, () => run as (typeof report.runs)[0]),
  };

  const page = formatMatrixPage(many);

  expect(page).toContain('The first 500 of 700 are shown.');
  expect((readReport(page) as CompleteMatrixReport).runs).toHaveLength(500);
});
