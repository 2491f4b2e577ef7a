import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import axios from 'axios';
import { AxiosHarTracker } from 'axios-har-tracker';
import { harFromMessages } from 'chrome-har';
import type { Browser, BrowserContextOptions } from 'playwright-core';
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

/** A request without a body, and one whose body recorders that use the protocol of Chromium lack. */
const script = (url: string) => `
  const headers = { Authorization: 'Bearer any', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Žofie 🐾', categoryId: 2, status: 'sold' });
  await (await fetch('${url}/pets?limit=0', { headers })).text();
  await (await fetch('${url}/pets', { headers, method: 'POST', body })).text();
  await (await fetch('${url}/pets', { headers, method: 'POST', body: '{}' })).text();
  await (await fetch('${url}/pets', { headers, method: 'POST' })).text();
  await (await fetch('${url}/pets', { headers, method: 'POST', body: new Blob([body]) })).text();
  await (await fetch('/script.js')).text();
  document.title = 'done';
`;

/** Records the script in a page of a browser. */
async function recordPage(url: string, options: BrowserContextOptions) {
  const page = '<!doctype html><script type="module" src="/script.js"></script>';
  const site = await openSite(script(url), page);
  const browser: Browser = await launchChromium(await readChromium());
  onTestFinished(async () => {
    await browser.close();
    await site.close();
  });
  const context = await browser.newContext(options);
  const opened = await context.newPage();
  return {
    session: await context.newCDPSession(opened),
    finish: async (read = async () => {}) => {
      await opened.goto(site.origin);
      await opened.waitForFunction(() => document.title === 'done');
      await read();
      await context.close();
    },
  };
}

type RecordHar = (url: string, folder: string) => Promise<string>;

const playwright =
  (
    name: string,
    options: Omit<NonNullable<BrowserContextOptions['recordHar']>, 'path'>,
  ): RecordHar =>
  async (url, folder) => {
    const path = join(folder, name);
    const { finish } = await recordPage(url, { recordHar: { path, ...options } });
    await finish();
    return path;
  };

const pageEvents = ['frameStartedLoading', 'domContentEventFired', 'loadEventFired'];
const networkEvents = ['requestWillBeSent', 'responseReceived', 'dataReceived', 'loadingFinished'];

/** The most used library of the npm registry for HAR; it reads messages of the protocol of Chromium. */
const chromeHar: RecordHar = async (url, folder) => {
  const { session, finish } = await recordPage(url, {});
  const messages: { method: string; params: Record<string, unknown> }[] = [];
  const bodies = new Map<unknown, Promise<object | undefined>>();
  const events = [
    ...pageEvents.map((name) => `Page.${name}`),
    ...networkEvents.map((name) => `Network.${name}`),
  ];
  for (const method of events) {
    session.on(method as 'Network.loadingFinished', (params) => {
      messages.push({ method, params: { ...params } });
      if (method === 'Network.loadingFinished') {
        const { requestId } = params;
        const body = session.send('Network.getResponseBody', { requestId });
        // A preflight has none.
        bodies.set(
          requestId,
          body.catch(() => undefined),
        );
      }
    });
  }
  await session.send('Page.enable');
  await session.send('Network.enable');
  await finish(async () => {
    for (const { method, params } of messages) {
      if (method === 'Network.responseReceived') {
        Object.assign(params.response as object, await bodies.get(params.requestId));
      }
    }
  });
  const path = join(folder, 'chrome.har');
  const har = harFromMessages(messages, { includeTextFromResponseBody: true });
  writeFileSync(path, JSON.stringify(har));
  return path;
};

const axiosHarTracker: RecordHar = async (url, folder) => {
  const client = axios.create({ validateStatus: null, headers: { Authorization: 'Bearer any' } });
  const tracker = new AxiosHarTracker(client as never);
  await client.get(`${url}/pets?limit=0`);
  await client.post(`${url}/pets`, { name: 'Rex', categoryId: 2 });
  const path = join(folder, 'axios.har');
  writeFileSync(path, JSON.stringify(tracker.getGeneratedHar()));
  return path;
};

const recorders: [name: string, isWhole: boolean, record: RecordHar][] = [
  ['Playwright', true, playwright('a.har', {})],
  ['Playwright, minimal', true, playwright('a.har', { mode: 'minimal' })],
  ['Playwright, attached', true, playwright('a.har', { content: 'attach' })],
  ['Playwright, zipped', true, playwright('a.har.zip', { mode: 'minimal' })],
  ['Playwright, omitted', false, playwright('a.har', { content: 'omit' })],
  [
    'Playwright, omitted and minimal',
    false,
    playwright('a.har', { content: 'omit', mode: 'minimal' }),
  ],
  // It writes the fields of JSON that was sent, and not its text.
  ['chrome-har', false, chromeHar],
  ['axios-har-tracker', true, axiosHarTracker],
];

test.for(recorders)(
  'a HAR of %s has no other notes than the run, and says what it lacks',
  { timeout: 60_000 },
  async ([, isWhole, record], { skip }) => {
    skip(noBrowser !== undefined, noBrowser);
    const { url: upstream } = await openService(respond);
    const simulator = await start({ upstream, logLevel: 'silent' });
    const folder = createFolder();
    const path = await record(simulator.url, folder);

    const flags = ['--json', 'report.json', '--fail-on', 'all'];
    const { code, stderr } = await run(['check', path, ...flags], { folder }).finished;

    const { notes } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Summary;
    const list = (all: Summary['notes']) =>
      all.map(({ kind, operation, section }) => `${kind} ${operation} ${section}`).sort();
    const live = new Set(list(simulator.summary().notes));
    expect(live).toEqual(new Set([...live, ...list(notes)]));
    expect(isWhole).toBe(list(notes).length === list(simulator.summary().notes).length);
    expect(isWhole).toBe(!/[3-9] not checked, without the whole body/.test(stderr));
    expect(code).toBe(1);
  },
);
