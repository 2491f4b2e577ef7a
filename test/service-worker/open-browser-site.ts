import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { version } from '../../src/service-worker/generated/version.js';
import type {
  ServiceWorkerOptions,
  ServiceWorkerSimulator,
} from '../../src/service-worker/start-service-worker.js';
import { bundleForBrowsers } from '../architecture/bundle.js';
import { openChromium, openSite } from '../architecture/open-chromium.js';

declare global {
  /** In a page. */
  var simulator: ServiceWorkerSimulator;
}

/** A site whose pages can start the worker, in a browser. */
export interface BrowserSite {
  readonly origin: string;
  /** Creates a page in a context of its own: no worker or data of another test. */
  createPage(): Promise<Page>;
  /** The same, which is closed when the test ends. */
  openPage(): Promise<Page>;
  close(): Promise<void>;
}

export async function openBrowserSite(): Promise<BrowserSite> {
  // The built one, as `animal-store init` copies it.
  const worker = await readFile('dist/animal-store-service-worker.js', 'utf8');
  const [{ text: script }, chromium] = await Promise.all([
    bundleForBrowsers({ path: 'src/service-worker/start-service-worker.ts' }),
    openChromium(),
  ]);
  const { origin, close } = await openSite(script, undefined, {
    '/animal-store-service-worker.js': worker,
    '/below/animal-store-service-worker.js': worker,
    '/old.js': worker.replaceAll(`"${version}"`, '"0.0.1"'),
  });
  const createPage = async () => {
    const context = await chromium.browser.newContext();
    const page = await context.newPage();
    await page.goto(origin);
    return page;
  };
  return {
    origin,
    createPage,
    openPage: async () => {
      const page = await createPage();
      onTestFinished(() => page.context().close());
      return page;
    },
    close: async () => {
      await chromium.close();
      await close();
    },
  };
}

/** Starts the simulator of a page, and returns the problem if there is one. */
export function startWorker(
  page: Page,
  options: ServiceWorkerOptions = {},
): Promise<string | undefined> {
  // As text: the test runner rewrites `import()` in functions.
  return page.evaluate(
    `import('/script.js')
      .then((script) => script.startServiceWorker(${JSON.stringify(options)}))
      .then((started) => { globalThis.simulator = started; }, (error) => error.message)`,
  );
}
