import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatMatrixPage } from '../../src/matrix/page.js';
import { formatHtml } from '../../src/verification/report/files.js';
import { noBrowser, type OpenBrowser, openChromium } from '../architecture/open-chromium.js';
import { verifyInProcess } from '../providers/in-process.js';
import { expectAccessible } from '../support/console.js';
import { openFolder } from '../verification/reports.js';
import { createMatrixReport, Hostile } from './reports.js';

let chromium: OpenBrowser;

beforeAll(async () => {
  if (noBrowser === undefined) {
    chromium = await openChromium();
  }
});

afterAll(() => chromium?.close());

/** Opens a page from a file, with everything unfolded; it fails the test if it calls or runs anything. */
async function open(html: string) {
  const file = join(await openFolder(), 'report.html');
  await writeFile(file, html.replaceAll('<details>', '<details open>'));
  const page = await chromium.browser.newPage();
  onTestFinished(() => page.close());
  const requests: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => messages.push(message.text()));
  page.on('dialog', (dialog) => messages.push(dialog.message()));
  await page.goto(pathToFileURL(file).href);
  expect(requests).toHaveLength(1);
  expect(messages).toEqual([]);
  return page;
}

describe.skipIf(noBrowser)('a page with hostile text', () => {
  test('of verify has no barriers, and fits a phone', async () => {
    const page = await open(formatHtml(await verifyInProcess(Hostile, 100)));

    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('Findings');
    await expectAccessible(page);
  });

  test('of matrix has no barriers, and fits a phone', async () => {
    const page = await open(formatMatrixPage(await createMatrixReport()));

    expect(await page.getByText('list-order=shuffled', { exact: true }).count()).toBeGreaterThan(0);
    await expectAccessible(page);
  });
});
