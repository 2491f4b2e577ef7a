import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/index.js';
import { bundleForBrowsers } from './bundle.js';
import { answersOfAnEngine, type PlainAnswer } from './in-any-runtime.js';
import { noBrowser, type OpenBrowser, openChromium, openSite, type Site } from './open-chromium.js';

let chromium: OpenBrowser;
let site: Site;

beforeAll(async () => {
  if (noBrowser === undefined) {
    const { text } = await bundleForBrowsers({ path: 'test/architecture/in-any-runtime.ts' });
    [chromium, site] = await Promise.all([openChromium(), openSite(text)]);
  }
});

beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));

afterAll(async () => {
  await chromium?.close();
  await site?.close();
});

/** A page of an app, on an origin that isn't the simulator's. */
async function openPage(): Promise<Page> {
  const page = await chromium.browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(site.origin);
  return page;
}

async function startedSimulator(options: SimulatorOptions = {}): Promise<string> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return simulator.url;
}

interface PageRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** What an app on the page sees of an answer, or how its `fetch` fails. */
function fetchInPage(page: Page, request: PageRequest): Promise<PlainAnswer | { error: string }> {
  return page.evaluate(async ({ url, ...init }) => {
    try {
      const response = await fetch(url, init);
      const { status, headers } = response;
      return { status, headers: [...headers], text: await response.text() };
    } catch (error) {
      return { error: String(error) };
    }
  }, request);
}

const key = { Authorization: 'Bearer test-key' };

test('gives the same responses in a browser as in Node.js', async () => {
  const page = await openPage();

  // As text: the test runner rewrites `import()` in functions.
  const inBrowser = await page.evaluate<PlainAnswer[]>(
    "import('/script.js').then((script) => script.answersOfAnEngine())",
  );

  expect(inBrowser).toEqual(await answersOfAnEngine());
  expect(inBrowser.map(({ status }) => status)).toEqual([
    200, 200, 401, 201, 400, 200, 404, 401, 200,
  ]);
});

test('accepts all its headers from another origin', async () => {
  const url = await startedSimulator();

  const answer = await fetchInPage(await openPage(), {
    url: `${url}/pets`,
    method: 'POST',
    headers: {
      ...key,
      'Content-Type': 'application/json',
      Prefer: 'delay=1',
      'Simulator-Sandbox': 'browser',
    },
    body: '{"name":"Rex","categoryId":2}',
  });

  expect(answer).toMatchObject({ status: 201 });
});

test('exposes its headers to another origin', async () => {
  const url = await startedSimulator();

  const answer = await fetchInPage(await openPage(), {
    url: `${url}/pets/1`,
    headers: { ...key, Prefer: 'code=404', 'Simulator-Sandbox': 'browser' },
  });

  const headers = new Headers('headers' in answer ? answer.headers : []);
  expect(headers.get('preference-applied')).toBe('code=404');
  expect(headers.get('simulator-notes')).toContain('scenario;applied="code=404"');
  expect(headers.get('simulator-sandbox')).toBe('browser');
  expect(headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
});

test('exposes a 401 to another origin', async () => {
  const url = await startedSimulator();

  const answer = await fetchInPage(await openPage(), { url: `${url}/pets`, headers: {} });

  expect(answer).toMatchObject({ status: 401, text: expect.stringContaining('unauthorized') });
});

test('lets the origin of --cors-origin in', async () => {
  const url = await startedSimulator({ corsOrigin: site.origin });

  const answer = await fetchInPage(await openPage(), { url: `${url}/pets`, headers: key });

  expect(answer).toMatchObject({ status: 200 });
});

test.for([
  ['of another origin', 'http://another-app.test'],
  ['none', 'none'],
])('hides responses with --cors-origin %s', async ([, corsOrigin]) => {
  const url = await startedSimulator({ corsOrigin: corsOrigin as string });

  const answer = await fetchInPage(await openPage(), { url: `${url}/pets`, headers: key });

  expect(answer).toEqual({ error: 'TypeError: Failed to fetch' });
});
