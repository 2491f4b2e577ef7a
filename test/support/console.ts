import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import type { SimulatorOptions } from '../../src/index.js';
import { readChromium } from '../package/packed.js';
import { launchChromium, noBrowser } from './open-chromium.js';
import { start } from './simulator.js';

interface ConsoleOptions extends SimulatorOptions {
  /** The path of the page. Default: `/`, the console. */
  readonly path?: string;
  /** The part of the URL behind `#/`: `pets?sandbox=a`. */
  readonly route?: string;
}

const phone = { width: 360, height: 740 };

/** Collects what no page of the console may do: break its security policy, fail, or call another origin. */
async function watch(page: Page, origin: string): Promise<string[]> {
  const problems: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => problems.push(violation));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Object(globalThis).reportViolation(`${violatedDirective} blocked ${blockedURI}`);
    });
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) {
      problems.push(`request to ${url.href}`);
    }
  });
  return problems;
}

/**
 * Starts one browser for a test file. The returned function starts a simulator for a test and opens its
 * console; it fails the test if the page breaks its security policy, fails, or calls another origin.
 */
export function useConsole() {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = noBrowser === undefined ? await launchChromium(await readChromium()) : undefined;
  });
  beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));
  afterAll(() => browser?.close());

  return async ({ path = '/', route = '', ...options }: ConsoleOptions = {}) => {
    const simulator = await start(options);
    const context = await (browser as Browser).newContext();
    const page = await context.newPage();
    const problems = await watch(page, simulator.origin);
    onTestFinished(async () => {
      await context.close();
      expect(problems).toEqual([]);
    });
    await page.goto(`${simulator.origin}${path}#/${route}`);
    return { page, simulator };
  };
}

/** What axe-core finds on the page now: each rule with the elements that break it. */
async function findBarriers(page: Page): Promise<string[]> {
  // Playwright evaluates it beside the page, so the security policy stays as it is.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const rules = { 'label-content-name-mismatch': { enabled: location.pathname === '/' } };
    const { violations } = await (Object(globalThis).axe as typeof axe).run({ rules });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Checks the page as it is for barriers: in both themes, and at the width of a phone. Labels are names. */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), colorScheme).toEqual([]);
  }
  await page.setViewportSize(phone);
  expect(await findBarriers(page), 'phone').toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, 'width of the page on a phone').toBeLessThanOrEqual(phone.width);
  if (size !== null) {
    await page.setViewportSize(size);
  }
}
