import { type BrowserContext, test as base, type Page, type Route } from '@playwright/test';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import type { SimulatorOptions } from '../options/options.js';
import {
  type SandboxOptions,
  type TestSimulator,
  useSandbox,
  useSimulator,
} from './test-simulator.js';

/** Names of this machine are one: an app may be set up with any of them. */
function hostOf({ hostname, port }: URL): string {
  const name = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
  return `${name}:${port}`;
}

/** What comes after an address in a URL that begins with it: `/pets?limit=2`. */
function restAfter(address: URL, url: URL): string | undefined {
  const path = address.pathname.replace(/\/$/, '');
  const isBelow =
    url.protocol === address.protocol &&
    hostOf(url) === hostOf(address) &&
    url.pathname.startsWith(`${path}/`);
  return isBelow ? `${url.pathname.slice(path.length)}${url.search}` : undefined;
}

async function answerFrom(target: string, route: Route): Promise<void> {
  if (route.request().url().startsWith('http:')) {
    await route.continue({ url: target });
    return;
  }
  // A browser can't be sent from https to http, so the answer is fetched for it.
  const response = await route.fetch({ url: target }).catch(() => undefined);
  await (response === undefined ? route.abort('connectionreset') : route.fulfill({ response }));
}

/**
 * Has what pages ask of the service answered in a sandbox, without the app knowing. The fixture `context`
 * is routed already; this is for further contexts, such as those of a second user.
 *
 * @param addresses that the app calls, to which `/pets` is appended
 */
export async function routeToSandbox(
  pages: BrowserContext | Page,
  sandbox: SandboxHandle,
  addresses: readonly string[],
): Promise<void> {
  for (const address of new Set(addresses)) {
    const from = new URL(address);
    await pages.route(
      (url) => restAfter(from, url) !== undefined,
      (route) => {
        const rest = restAfter(from, new URL(route.request().url()));
        return answerFrom(`${sandbox.url}${rest}`, route);
      },
    );
  }
}

/** What a test can ask for. */
export interface AnimalStoreFixtures {
  /** The sandbox of this test: nobody else has it, and it is dropped when the test ends. */
  sandbox: SandboxHandle;
  /** What the sandbox starts with. Default: as the simulator was started. */
  sandboxOptions: SandboxOptions;
  /**
   * The address that the app under test calls, to which `/pets` is appended; what its pages send there
   * is answered in the test's sandbox. Default: `http://127.0.0.1:4010/v1`.
   */
  animalStoreUrl: string;
}

/** What the tests of a worker share. */
export interface AnimalStoreWorkerFixtures {
  /** The simulator: that of `ANIMAL_STORE_URL`, or else one of this worker. */
  animalStore: TestSimulator;
  /** How a simulator of the worker is started; without effect on that of `ANIMAL_STORE_URL`. */
  animalStoreOptions: SimulatorOptions;
}

/**
 * Playwright's `test` with a sandbox for each test, in which the requests of its pages are answered.
 *
 * @example
 * test('the shop says that adding failed', async ({ page, sandbox }) => {
 *   await sandbox.addRule({ operation: 'createPet', code: 503 });
 *   await page.goto('/');
 * });
 */
export const test = base.extend<AnimalStoreFixtures, AnimalStoreWorkerFixtures>({
  animalStoreOptions: [{}, { option: true, scope: 'worker' }],
  animalStore: [
    ({ animalStoreOptions }, use) => useSimulator(undefined, animalStoreOptions, use),
    { scope: 'worker' },
  ],
  animalStoreUrl: ['http://127.0.0.1:4010/v1', { option: true }],
  sandboxOptions: [{}, { option: true }],
  sandbox: ({ animalStore, sandboxOptions }, use, { title }) =>
    useSandbox(animalStore, sandboxOptions, title, use),
  context: async ({ context, sandbox, animalStore, animalStoreUrl }, use) => {
    await routeToSandbox(context, sandbox, [animalStore.url, animalStoreUrl]);
    await use(context);
  },
});

export { expect } from '@playwright/test';
export type { SandboxHandle, SandboxOptions, TestSimulator };
