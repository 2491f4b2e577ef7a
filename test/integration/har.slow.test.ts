import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Summary } from '../../src/index.js';
import { readChromium } from '../package/packed.js';
import { run } from '../support/command.js';
import { createFolder } from '../support/files.js';
import { launchChromium, noBrowser, openSite } from '../support/open-chromium.js';
import { start } from '../support/simulator.js';
import { json, openService, pet } from '../support/upstream.js';

/** A service with two mistakes that pages of any origin may call. */
const respond: RequestListener = (request, response) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
  } else if (request.method === 'POST') {
    json(200, { ...pet, name: 'Žofie 🐾' })(request, response);
  } else {
    json(200, [{ ...pet, categoryId: '2' }])(request, response);
  }
};

const script = (url: string) => `
  const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Žofie 🐾', categoryId: 2, status: 'sold' });
  await (await fetch('${url}/pets?limit=0', { headers })).text();
  await (await fetch('${url}/pets', { headers, method: 'POST', body })).text();
  await (await fetch('${url}/pets', { headers, method: 'POST', body: '{}' })).text();
  await (await fetch('/script.js')).text();
  document.title = 'done';
`;

test('a HAR of Playwright and Chromium has the notes that the simulator made', async ({ skip }) => {
  skip(noBrowser !== undefined, noBrowser);
  const { url: upstream } = await openService(respond);
  const simulator = await start({ upstream, logLevel: 'silent' });
  const site = await openSite(
    script(simulator.url),
    '<!doctype html><script type="module" src="/script.js"></script>',
  );
  const browser = await launchChromium(await readChromium());
  onTestFinished(async () => {
    await browser.close();
    await site.close();
  });
  const folder = createFolder();
  const path = join(folder, 'traffic.har');
  const context = await browser.newContext({ recordHar: { path } });
  const page = await context.newPage();
  await page.goto(site.origin);
  await page.waitForFunction(() => document.title === 'done');
  await context.close();

  const { code, stderr } = await run(['check', path, '--json', 'report.json', '--fail-on', 'all'], {
    folder,
  }).finished;

  const { notes } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Summary;
  expect(notes).toEqual(JSON.parse(JSON.stringify(simulator.summary().notes)));
  expect(notes.map(({ kind }) => kind)).toContain('mismatch');
  expect(stderr).toMatch(/traffic\.har: 3 exchanges; \d+ not checked, of other addresses/);
  expect(code).toBe(1);
}, 60_000);
