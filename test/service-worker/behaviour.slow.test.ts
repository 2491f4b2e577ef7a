import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { noBrowser } from '../architecture/open-chromium.js';
import { type Client, createClient, testBehavioursIn } from '../support/behaviour.js';
import { fetchInPage } from './fetch-in-page.js';
import { type BrowserSite, openBrowserSite, startWorker } from './open-browser-site.js';

let site: BrowserSite;

beforeAll(async () => {
  if (noBrowser === undefined) {
    site = await openBrowserSite();
  }
});

beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));

afterAll(() => site?.close());

/** Pages that no test uses, by their options; those that were used last are at the end. */
const idle = new Map<string, Page>();
const maxIdle = 3;

/** Takes a page whose simulator is as new: to start one for each test takes long. */
async function takePage(options: object): Promise<Page> {
  const key = JSON.stringify(options);
  const page = idle.get(key) ?? (await site.createPage());
  if (!idle.delete(key)) {
    const problem = await startWorker(page, { options });
    if (problem !== undefined) {
      throw new Error(problem);
    }
  }
  onTestFinished(async () => {
    await page.evaluate(async () => {
      for (const { name } of await simulator.sandboxes()) {
        await simulator.sandbox(name).drop();
      }
    });
    idle.set(key, page);
    const [[oldest = '', old] = []] = idle;
    if (idle.size > maxIdle) {
      idle.delete(oldest);
      await old?.context().close();
    }
  });
  return page;
}

/** Only requests to the service reach the worker: the network answers all others. */
const otherPaths = [
  'The interface version is 1.0.0, and the version is carried in the path prefix `/v1` of the base address.',
  'Which operations carry it: not shown.',
];
/** Pages can't set `Origin` and other headers of CORS, and a worker needs none; so `cors.test.ts` is absent. */
const cors = ['repeats only valid header names in a preflight'];
const impossible = new Set([...otherPaths, ...cors]);

const open = async (options = {}): Promise<Client> => {
  const page = await takePage(options);
  const apiKey = await page.evaluate(() => simulator.apiKey);
  return createClient(apiKey, (path, init) => fetchInPage(page, `${site.origin}${path}`, init));
};

testBehavioursIn('service worker', open, impossible);

for (const folder of ['document', 'api', 'bad-input']) {
  const here = new URL(`../${folder}/`, import.meta.url);
  const files = readdirSync(here).filter((name) => /\.test\.ts$/.test(name));
  for (const file of files.filter((name) => name !== 'cors.test.ts')) {
    await import(fileURLToPath(new URL(file, here)));
  }
}

test('every behaviour that is left out exists', () => {
  expect([...impossible]).toEqual([]);
});
