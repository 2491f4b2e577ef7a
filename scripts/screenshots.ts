/** Takes the pictures of `docs/console.md`: every view of the console in both themes, with seeded data. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { startSimulator } from '../src/index.js';
import { launchChromium, unpackChromium } from '../test/support/open-chromium.js';

const folder = fileURLToPath(new URL('../docs/console/', import.meta.url));
const viewport = { width: 1100, height: 720 };
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
];

/** Milliseconds in which a view loads. */
const settling = 1_000;

/** Takes the pictures of one theme. */
async function takePictures(browser: Browser, origin: string, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  await page.goto(`${origin}/#/?sandbox=${sandboxName}`);
  await page.getByRole('navigation').waitFor();
  const links = page.getByRole('navigation').getByRole('link');
  for (const link of await links.all()) {
    await link.click();
    await page.waitForTimeout(settling);
    const name = new URL(page.url()).hash.replace(/^#\/([a-z]+).*$/, '$1');
    // As WebP, which Playwright doesn't write: less than half as large as PNG.
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
    writeFileSync(`${folder}${name}-${colorScheme}.webp`, Buffer.from(data, 'base64'));
  }
  await page.close();
}

const unpacked = mkdtempSync(join(tmpdir(), 'screenshots-'));
const browser = await launchChromium(await unpackChromium(unpacked));
const simulator = await startSimulator({ seed: 7 });
const sandbox = simulator.sandbox(sandboxName);
await sandbox.reset({ test: 'cart > adds a pet' });
await sandbox.settings.set({ choose: { 'list-order': 'newest-first' } });
for (const [path, { headers, ...init }] of requests) {
  const authorization = { Authorization: `Bearer ${sandbox.apiKey}` };
  await fetch(sandbox.url + path, { ...init, headers: { ...headers, ...authorization } });
}
await sandbox.addRule({ operation: 'createPet', code: 503, times: 2 });
await sandbox.addRule({ operation: 'listPets', delay: 800, probability: 0.25 });
mkdirSync(folder, { recursive: true });
for (const colorScheme of ['light', 'dark'] as const) {
  await takePictures(browser, simulator.origin, colorScheme);
}
await Promise.all([browser.close(), simulator.close()]);
rmSync(unpacked, { recursive: true });
