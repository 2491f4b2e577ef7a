import type { Page } from '@playwright/test';
import { expect, test, vi } from 'vitest';
import { connect, createSimulator } from '../../../src/index.js';
import { test as fixtures } from '../../../src/playwright.js';
import { start } from '../../support/simulator.js';

// Playwright's runner would start a browser: here, its fixtures are functions to call.
vi.mock('@playwright/test', () => ({ test: { extend: (own: object) => own }, expect: {} }));
const { context: useContext, sandbox: useSandbox } = fixtures as unknown as {
  context: (others: object, use: (context: Page) => Promise<void>) => Promise<void>;
  sandbox: (others: object, use: () => Promise<void>, info: object) => Promise<void>;
};
const animalStore = { url: 'http://127.0.0.1:4711/v1' };

/**
 * The URL that a request is sent to, with the base URL of an app; undefined where it is left alone. As Playwright
 * does, it then has that URL, in the response, too.
 */
async function redirect(url: string, animalStoreUrl: string) {
  let sent: string | undefined;
  const request = { url: () => sent ?? url };
  const response = { request: () => request, url: () => sent ?? url };
  const send = ({ url: to }: { url: string }) => {
    sent = to;
  };
  const route = {
    request: () => request,
    continue: (to: { url: string }) => url.startsWith('http:') && send(to),
    fetch: async (to: { url: string }) => send(to),
    abort: () => {},
  };
  const page = {
    on: (_: 'response', listen: (to: typeof response) => void) => listen(response),
    route: async (matches: (url: URL) => boolean, handle: (to: typeof route) => unknown) =>
      matches(new URL(url)) && handle(route),
  };
  const sandbox = createSimulator().sandbox('x');
  await useContext({ context: page, sandbox, animalStore, animalStoreUrl }, async () => {});
  if (url.startsWith('http:')) {
    expect([request.url(), response.url()]).toEqual([url, url]);
  }
  return sent?.replace('http://localhost/sandboxes/x', '');
}

test.for([
  ['http://127.0.0.1:4010/v1', 'http://localhost:4010/v1/pets?limit=2', '/v1/pets?limit=2'],
  ['http://127.0.0.1:4010/v1/', 'http://[::1]:4010/v1/pets/7', '/v1/pets/7'],
  ['https://api.example/animals', 'https://api.example/animals/pets', '/v1/pets'],
  ['http://api.example', 'http://api.example/pets', '/v1/pets'],
  ['http://api.example', `${animalStore.url}/pets`, '/v1/pets'],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/v10/pets', undefined],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4011/v1/pets', undefined],
  ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010/sandboxes/y/v1/pets', undefined],
  ['http://127.0.0.1:4010/v1', 'https://127.0.0.1:4010/v1/pets', undefined],
  ['http://api.example/v1', 'http://other.example/v1/pets', undefined],
] as const)('of an app at %s, %s goes to %s of the sandbox', async ([base, url, target]) => {
  expect(await redirect(url, base)).toBe(target);
});

test.each([
  ['drops', 'passed', 'passed', 0],
  ['keeps', 'failed', 'passed', 1],
  ['drops', 'failed', 'failed', 0],
  ['keeps', 'passed', 'failed', 1],
] as const)(
  '%s the sandbox of a test that %s and should have %s',
  async (_, status, expectedStatus, kept) => {
    const { url, sandboxes } = await start();
    vi.stubEnv('ANIMAL_STORE_URL', url);
    const fixtureOptions = { animalStore: connect(url), sandboxOptions: {} };

    await useSandbox(fixtureOptions, async () => {}, { titlePath: ['t'], status, expectedStatus });

    const { length } = (await sandboxes()).filter(({ name }) => name !== 'default');
    expect(length).toBe(kept);
  },
);
