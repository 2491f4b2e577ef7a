import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

import { bundleForBrowsers } from '../architecture/bundle.js';
import { openChromium, openSite } from '../architecture/open-chromium.js';

const workerPath = 'dist/animal-store-service-worker.js';

/** A site whose pages can start the worker, and a browser. */
export async function openBrowserSite() {
  const worker = await readFile(workerPath, 'utf8');
  const [{ text: page }, chromium] = await Promise.all([
    bundleForBrowsers({ path: 'src/service-worker/start-service-worker.ts' }),
    openChromium(),
  ]);
  const site = await openSite(page, undefined, {
    '/animal-store-service-worker.js': worker,
    '/below/animal-store-service-worker.js': worker,
    '/old.js': worker.replaceAll(/"0\.1\.0"/g, '"0.0.1"'),
  });
  return {
    origin: site.origin,
    /** Opens a page in a context of its own: no worker or data of another test. */
    async openPage(path = '/'): Promise<Page> {
      const context = await chromium.browser.newContext();
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.goto(`${site.origin}${path}`);
      return page;
    },
    async close(): Promise<void> {
      await chromium.close();
      await site.close();
    },
  };
}
