/** Takes the pictures of `docs/console.md`: the views of the console in both themes, with seeded data. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { type RunningSimulator, startSimulator } from '../src/index.js';
import { launchChromium, unpackChromium } from '../test/support/open-chromium.js';

const folder = fileURLToPath(new URL('../docs/console/', import.meta.url));
const viewport = { width: 1280, height: 800 };
/** The sandbox that the pictures show. */
const sandboxName = 'checkout';

const list = (prefer?: string) => ({ headers: prefer === undefined ? {} : { Prefer: prefer } });
const create = (body: string) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body,
});

/** Requests with every kind of note. */
const requests: readonly (readonly [path: string, init: RequestInit])[] = [
  ['/pets?limit=5', list()],
  ['/pets', create('{"name":"Rex","categoryId":2}')],
  ['/pets?page=2', list()],
  ['/pets', create('{"name":"Zoë"}')],
  ['/pets/7', list()],
  ['/pets/999', list()],
  ['/pets', list('code=503')],
  ['/pets?status=available', list('delay=120')],
  ['/pets', list('code=401')],
  ['/pets?limit=2', list('fault=reset')],
  ['/pets', list('code=999')],
];

/** Milliseconds in which a view loads. */
const settling = 1_000;

/** Fills a sandbox while the page is open, so that it shows a minute with answers. */
async function fill(simulator: RunningSimulator): Promise<void> {
  const sandbox = simulator.sandbox(sandboxName);
  await sandbox.reset({ test: 'cart > adds a pet' });
  await sandbox.settings.set({ choices: { 'list-order': 'newest-first' } });
  const send = (path: string, { headers, ...init }: RequestInit, url = simulator.url) => {
    const authorization = { Authorization: `Bearer ${sandbox.apiKey}` };
    // A fault loses the connection.
    return fetch(url + path, { ...init, headers: { ...headers, ...authorization } }).catch(
      () => {},
    );
  };
  for (const request of requests) {
    await send(...request);
  }
  // Without /v1.
  await send('/pets', list(), simulator.origin);
  await sandbox.addRule({ operation: 'listPets', delay: 800, probability: 0.25 });
  await sandbox.addRule({ operation: 'createPet', code: 503, times: 3 });
  await send('/pets', create('{"name":"Rex","categoryId":2}'));
}

/** Takes the pictures of some views in one theme. */
async function takePictures(
  browser: Browser,
  colorScheme: 'light' | 'dark',
  views: readonly string[],
): Promise<void> {
  const simulator = await startSimulator({ seed: 7 });
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await page.goto(`${simulator.origin}/#/?sandbox=${sandboxName}`);
  await page.getByText('Requests appear here').waitFor();
  await fill(simulator);
  await page.getByRole('row', { name: /503 POST/ }).click();
  for (const name of views) {
    if (name !== 'Traffic') {
      await page.getByRole('navigation').getByRole('link', { name }).click();
    }
    await page.waitForTimeout(settling);
    // As WebP, which Playwright doesn't write: less than half as large as PNG.
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
    const file = `${folder}${name.toLowerCase()}-${colorScheme}.webp`;
    writeFileSync(file, Buffer.from(data, 'base64'));
  }
  await page.close();
  await simulator.close();
}

const unpacked = mkdtempSync(join(tmpdir(), 'screenshots-'));
const browser = await launchChromium(await unpackChromium(unpacked));
mkdirSync(folder, { recursive: true });
await takePictures(browser, 'light', ['Traffic', 'Responses', 'Pets', 'Behaviour']);
// Only the README's picture follows the theme of its reader.
await takePictures(browser, 'dark', ['Traffic']);
await browser.close();
rmSync(unpacked, { recursive: true });
