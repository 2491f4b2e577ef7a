import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ServiceWorkerOptions } from '../../src/service-worker/start-service-worker.js';
import { noBrowser } from '../architecture/open-chromium.js';
import { type BrowserSite, openBrowserSite, startWorker } from './open-browser-site.js';

let site: BrowserSite;

beforeAll(async () => {
  if (noBrowser === undefined) {
    site = await openBrowserSite();
  }
});

beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));

afterAll(() => site?.close());

async function openStarted(options?: ServiceWorkerOptions): Promise<Page> {
  const page = await site.openPage();
  expect(await startWorker(page, options)).toBeUndefined();
  return page;
}

/** The status and body that the app sees, or that its `fetch` fails. */
const request = (page: Page, url: string, init: RequestInit = {}) =>
  page.evaluate(
    async ([url, init]) => {
      const headers = { Authorization: 'Bearer test-key', ...init.headers };
      try {
        const response = await fetch(url, { ...init, headers });
        return `${response.status} ${await response.text()}`;
      } catch (error) {
        return String(error);
      }
    },
    [url, init] as const,
  );

const create = (page: Page, name: string) =>
  request(page, '/v1/pets', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 2 }),
  });

/** The browser ends the worker, as it does after half a minute without requests. */
async function stopWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

test('answers the app without a server', async () => {
  const page = await openStarted();

  expect(await request(page, '/v1/pets/1')).toBe(
    '200 {"id":1,"name":"Bentley","categoryId":6,"status":"pending"}',
  );
});

test('leaves other requests alone', async () => {
  const page = await openStarted();

  expect(await request(page, '/v2/pets')).toContain('<title>An app</title>');
});

test('answers at the base URL of another server', async () => {
  const page = await openStarted({ url: 'https://store.example/api/v1' });

  expect(await request(page, 'https://store.example/api/v1/pets/1')).toMatch(/^200 .*Bentley/);
  expect(await request(page, 'https://store.example/v1/pets/1')).toBe('TypeError: Failed to fetch');
  expect(await page.evaluate(() => simulator.sandbox('a').url)).toBe(
    'https://store.example/api/sandboxes/a/v1',
  );
});

test('has the options of the page', async () => {
  const page = await openStarted({ options: { seed: 7, profile: 'strict', apiKey: 'my-key' } });

  const headers = { Authorization: 'Bearer my-key' };
  expect(await request(page, '/v1/pets?limit=0', { headers })).toMatch(/^400 /);
  expect(await request(page, '/v1/pets?limit=1', { headers })).toMatch(/^200 .*Stella/);
});

test('has a handle on sandboxes', async () => {
  const page = await openStarted();

  const seen = await page.evaluate(async () => {
    const sandbox = simulator.sandbox('a');
    await sandbox.reset({ fixture: 'empty' });
    const { id } = await sandbox.pets.add({ name: 'Rex', categoryId: 9007199254740993n });
    await sandbox.addRule({ operation: 'listPets', code: 503, times: 1 });
    const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
    const statuses = [];
    for (const path of ['/pets', '/pets', `/pets/${id}`]) {
      statuses.push((await fetch(`${sandbox.url}${path}`, { headers })).status);
    }
    const recorded = await sandbox.requests({ wait: 3 });
    const pets = (await sandbox.pets.list()).map(({ categoryId }) => `${categoryId}`);
    return { statuses, recorded: recorded.map(({ status }) => status), pets };
  });

  expect(seen).toEqual({
    statuses: [503, 200, 200],
    recorded: [503, 200, 200],
    pets: ['9007199254740993'],
  });
});

test('reports what a handle refuses', async () => {
  const page = await openStarted();

  const problem = page.evaluate(() => simulator.sandbox('a').addRule({ code: 700 }));

  await expect(problem).rejects.toThrow('must be');
});

test('loses the connection on request', async () => {
  const page = await openStarted();

  const headers = { Prefer: 'fault=reset' };
  expect(await request(page, '/v1/pets', { headers })).toBe('TypeError: Failed to fetch');
});

test('keeps pets and rules when the page is loaded again', async () => {
  const page = await openStarted();
  await create(page, 'Rex');
  await page.evaluate(() =>
    simulator
      .sandbox('default')
      .addRule({ operation: 'listPets', code: 429 })
      .then(() => {}),
  );

  await page.reload();
  await startWorker(page);

  expect(await request(page, '/v1/pets/51')).toMatch(/^200 .*Rex/);
  expect(await request(page, '/v1/pets')).toMatch(/^429 /);
});

test('keeps pets of all sandboxes when the browser stops the worker', async () => {
  const page = await openStarted();
  await create(page, 'Rex');
  const headers = { 'Simulator-Sandbox': 'a' };
  await page.evaluate(() => simulator.sandbox('a').reset({ fixture: 'empty' }));

  await stopWorker(page);

  expect(await request(page, '/v1/pets/51')).toMatch(/^200 .*Rex/);
  expect(await request(page, '/v1/pets', { headers })).toBe('200 []');
});

test('warns when pets are too many to be saved', async () => {
  const page = await openStarted();
  const warning = page.context().waitForEvent('console', (message) => message.type() === 'warning');

  for (let pet = 1; pet <= 9; pet += 1) {
    expect(await create(page, 'x'.repeat(1_000_000))).toMatch(/^201 /);
  }

  expect((await warning).text()).toBe(
    'animal-store-simulator: The sandbox default is not saved: the limit of all sandboxes is 8388608 ' +
      'characters. It is lost when the browser stops the worker.',
  );
  await stopWorker(page);
  expect(await request(page, '/v1/pets/51')).toMatch(/^404 /);
});

test('forgets pets at a reset', async () => {
  const page = await openStarted();
  await create(page, 'Rex');

  await page.evaluate(() => simulator.sandbox('default').reset());
  await stopWorker(page);

  expect(await request(page, '/v1/pets/51')).toMatch(/^404 /);
});

test('starts over with other options', async () => {
  const page = await openStarted();
  await create(page, 'Rex');

  await startWorker(page, { options: { pets: 3 } });

  expect(await request(page, '/v1/pets/51')).toMatch(/^404 /);
  expect(await request(page, '/v1/pets/3')).toMatch(/^200 /);
});

test('shares its pets between pages', async () => {
  const page = await openStarted();
  const other = await page.context().newPage();
  await other.goto(site.origin);
  await startWorker(other);

  await create(page, 'Rex');

  expect(await request(other, '/v1/pets/51')).toMatch(/^200 .*Rex/);
});

test('leaves a page alone that does not start it', async () => {
  const page = await openStarted();

  await page.reload();

  expect(await request(page, '/v1/pets')).toContain('<title>An app</title>');
});

test('controls a page that is loaded with Shift', async () => {
  const page = await openStarted();
  const session = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('load');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;

  expect(await startWorker(page)).toBeUndefined();

  expect(await request(page, '/v1/pets/1')).toMatch(/^200 /);
});

test('forgets everything when it is stopped', async () => {
  const page = await openStarted();
  await create(page, 'Rex');

  await page.evaluate(() => simulator.stop());

  expect(await request(page, '/v1/pets')).toContain('<title>An app</title>');
  await page.reload();
  await startWorker(page);
  expect(await request(page, '/v1/pets/51')).toMatch(/^404 /);
});

test('reports a call that the worker does not have', async () => {
  const page = await openStarted();

  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.controller?.postMessage({ animalStore: 'fly' }, [port2]);
      }),
  );

  expect(answer).toEqual({ problem: expect.stringContaining('Run animal-store init again.') });
});

test('warns when the worker file is of another version', async () => {
  const page = await site.openPage();
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');

  await startWorker(page, { workerUrl: '/old.js' });

  expect((await warning).text()).toBe(
    'The worker file /old.js is of animal-store-simulator 0.0.1, and the package is 0.1.0. ' +
      'Run npx animal-store init again.',
  );
});

test.for([
  [
    { options: { seed: -1 } },
    /^The option seed must be a whole number from 0 to 4294967295; got -1\.$/,
  ],
  [{ options: { fixture: 'my-pets.json' } }, /^The option fixture must be one of default, /],
  [{ url: '/api' }, /^The option url must be the base URL .*; got "\/api"\.$/],
  [
    { workerUrl: '/missing.js' },
    /^The worker file could not be loaded from http:\S+\/missing\.js: .*Copy it with npx animal-store init /,
  ],
  [
    { workerUrl: '/below/animal-store-service-worker.js' },
    /^The worker at \S+ only serves pages below http:\S+\/below\/; this page is /,
  ],
] as const)('rejects %j', async ([options, message]) => {
  const page = await site.openPage();

  expect(await startWorker(page, options as ServiceWorkerOptions)).toMatch(message);
});
