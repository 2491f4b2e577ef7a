import { expect, onTestFinished, test } from 'vitest';
import { formatHtml } from '../../src/verification/report/html.js';
import { noBrowser, openChromium } from '../architecture/open-chromium.js';
import { brokenVariants } from '../providers/broken.js';
import { verifyInProcess } from '../providers/in-process.js';
import { variantNamed } from './providers.js';

test.skipIf(noBrowser)('the page fits a phone, with everything unfolded', async () => {
  const { service } = variantNamed(brokenVariants, 'status-null');
  const html = formatHtml(await verifyInProcess(service, 1_000));
  const chromium = await openChromium();
  onTestFinished(() => chromium.close());
  const page = await chromium.browser.newPage({ viewport: { width: 375, height: 800 } });

  await page.setContent(html.replaceAll('<details>', '<details open>'));

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
