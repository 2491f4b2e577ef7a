import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { readChromium } from '../../package/packed.js';
import { bundle } from '../../support/bundle.js';
import { launchChromium, noBrowser, openSite, type Site } from '../../support/open-chromium.js';

const app = `
import { createSimulator } from './src/browser.ts';
import { handlers } from './src/msw.ts';
import { setupWorker } from 'msw/browser';

const headers = { Authorization: 'Bearer test-key' };
export const simulator = createSimulator();
export async function list(path) {
  try {
    const response = await fetch(path, { headers });
    return [response.status, await response.text()];
  } catch (error) {
    return [error.name];
  }
}
export const listDirectly = async (options) =>
  (await createSimulator(options).fetch('/v1/pets', { headers })).text();
export const start = () =>
  setupWorker(...handlers(simulator, { baseUrl: '/api' })).start({ quiet: true, onUnhandledRequest: 'bypass' });
`;

let browser: Browser | undefined;
let page: Page;
let site: Site;

/** Runs an expression that has the app in scope; as text, because the test runner rewrites `import()`. */
const run = (expression: string) =>
  page.evaluate<unknown>(`import('/script.js').then(async (app) => ${expression})`);

beforeAll(async () => {
  if (noBrowser !== undefined) {
    return;
  }
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const chunks = await bundle({ entry: { text: app } });
  site = await openSite(`export * from '/${chunks[0]?.fileName}';`, undefined, {
    ...Object.fromEntries(chunks.map(({ fileName, code }) => [`/${fileName}`, code])),
    '/mockServiceWorker.js': await readFile(worker, 'utf8'),
  });
  browser = await launchChromium(await readChromium());
  page = await browser.newPage();
  await page.goto(site.origin);
  await run('void (await app.start())');
});

beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('generates the pets of another seed in a page', async () => {
  expect(JSON.parse(String(await run('app.listDirectly({ seed: 7, pets: 2 })')))).toMatchObject([
    { id: 1, name: 'Stella' },
    { id: 2 },
  ]);
});

test('answers the requests of a page through MSW', async () => {
  expect(await run("app.list('/api/pets?limit=1')")).toEqual([
    200,
    '[{"id":1,"name":"Bentley","categoryId":6,"status":"pending"}]',
  ]);
});

test('is at hand in the console of the browser: rules, reset and traffic', async () => {
  const sandbox = "animalStore.sandbox('default')";
  await page.evaluate(`${sandbox}.addRule({ operation: 'listPets', code: 418 })`);
  const [status] = (await run("app.list('/api/pets?limit=2')")) as unknown[];
  const requests = await page.evaluate(`${sandbox}.requests()`);
  await page.evaluate(`${sandbox}.reset()`);

  expect(status).toBe(418);
  expect(requests).toContainEqual(expect.objectContaining({ query: 'limit=2', status: 418 }));
  expect(await run("app.list('/api/pets?limit=1')")).toEqual([200, expect.any(String)]);
});

test('a page of another origin is in the journal with it, unless CORS keeps it away', async () => {
  const open = await startSimulator();
  const closed = await startSimulator({ corsOrigin: 'none' });
  onTestFinished(async () => void (await Promise.all([open.close(), closed.close()])));

  const [status] = (await run(`app.list('${open.url}/pets')`)) as unknown[];
  const kept = await run(`app.list('${closed.url}/pets')`);

  expect([status, kept]).toEqual([200, ['TypeError']]);
  expect(await open.sandbox('default').requests({ operation: 'listPets' })).toMatchObject([
    { headers: { origin: site.origin } },
  ]);
  expect(await closed.sandbox('default').requests({ operation: 'listPets' })).toEqual([]);
});
