import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatMatrixPage } from '../../src/matrix/page.js';
import { formatJson } from '../../src/verification/report/files.js';
import { verifyInProcess } from '../providers/in-process.js';
import { createMatrixReport, Hostile, hostile } from '../report-pages/reports.js';
import { expectAccessible, useConsole } from '../support/console.js';
import { openFolder } from '../verification/reports.js';

const openConsole = useConsole();

/** Opens a report of this content in the console. */
async function openReport(name: string, content: string) {
  const { page } = await openConsole({ route: 'reports' });
  const file = join(await openFolder(), name);
  await writeFile(file, content);
  await page.getByLabel('Report of verify or matrix').setInputFiles(file);
  return page;
}

test('shows a page of matrix as the page itself does', async () => {
  const page = await openReport('matrix.html', formatMatrixPage(await createMatrixReport()));

  await page.getByRole('heading', { name: 'list-order=shuffled', exact: true }).waitFor();
  expect(await page.locator('pre').first().textContent()).toContain('<img src=x onerror="a()">');
});

test('shows a JSON report of verify, and has no barriers', async () => {
  const page = await openReport('verify.json', formatJson(await verifyInProcess(Hostile, 100)));

  await page.getByRole('heading', { name: /^1\. / }).waitFor();
  expect(await page.locator('img, script[src=x]').count()).toBe(0);
  await expectAccessible(page);
});

const markup = { tag: 'img', attributes: { src: 'x', onerror: hostile }, children: [] };

test.each([
  ['another file', 'notes.json', '{"a":1}', 'notes.json must be a report that verify or matrix'],
  [
    'elements instead of text',
    'forged.json',
    JSON.stringify({ command: [], culprits: [{ choices: [], exit: markup, output: '' }] }),
    'forged.json must be a report',
  ],
  ['a file that is too large', 'large.json', ' '.repeat(10_000_001), 'A report has at most'],
])('refuses %s', async (_, name, content, message) => {
  const page = await openReport(name, content);

  await page.getByText(message).waitFor();
  expect(await page.locator('.report').count()).toBe(0);
});
