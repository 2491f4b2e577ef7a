import { type BrowserContext, test as base, type Page } from '@playwright/test';
import type { SandboxHandle } from './client/sandbox-handle.js';
import {
  type SandboxFixtures,
  type SandboxOptions,
  type TestSimulator,
  useSandbox,
  useSimulator,
  type WorkerFixtures,
} from './simulator/test-simulator.js';

/** The names of this machine are equal: an app may use any of them. */
function normalizeHost({ hostname, port }: URL): string {
  const name = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
  return `${name}:${port}`;
}

/**
 * Redirects the requests of pages to a sandbox. The fixture `context` is routed already; call this for
 * further contexts, such as that of a second user.
 *
 * @param urls the base URLs that the app calls; `/pets` is appended to them
 * @example
 * await routeToSandbox(await browser.newContext(), sandbox, [animalStoreUrl]);
 */
export async function routeToSandbox(
  pages: BrowserContext | Page,
  sandbox: SandboxHandle,
  urls: readonly string[],
): Promise<void> {
  // Playwright reports the URL of the sandbox, and tests wait for the one that the page asked for.
  (pages as BrowserContext).on('response', (response) =>
    Object.assign(response, { url: () => response.request().url() }),
  );
  for (const text of new Set(urls)) {
    const base = new URL(text);
    const path = base.pathname.replace(/\/$/, '');
    await pages.route(
      (url) =>
        url.protocol === base.protocol &&
        normalizeHost(url) === normalizeHost(base) &&
        url.pathname.startsWith(`${path}/`),
      async (route) => {
        const request = route.request();
        const asked = request.url();
        const { protocol, pathname, search } = new URL(asked);
        const url = `${sandbox.url}${pathname.slice(path.length)}${search}`;
        if (protocol === 'http:') {
          Object.assign(request, { url: () => asked });
          return route.continue({ url });
        }
        // A request can't continue from https to http, so the response is fetched instead.
        const response = await route.fetch({ url }).catch(() => undefined);
        return response === undefined
          ? route.abort('connectionreset')
          : route.fulfill({ response });
      },
    );
  }
}

/** The fixtures that a test can use. */
export interface AnimalStoreFixtures extends SandboxFixtures {
  /**
   * The base URL that the app under test calls; requests of its pages are redirected to the sandbox.
   * Default: `http://127.0.0.1:4010/v1`.
   */
  animalStoreUrl: string;
}

/**
 * Playwright's `test` with a sandbox for each test; requests of its pages are redirected there.
 *
 * @example
 * test('shows that adding a pet failed', async ({ page, sandbox }) => {
 *   await sandbox.addRule({ operation: 'createPet', code: 503 });
 *   await page.goto('/');
 * });
 */
export const test = base.extend<AnimalStoreFixtures, WorkerFixtures>({
  animalStoreOptions: [{}, { option: true, scope: 'worker' }],
  animalStore: [
    ({ animalStoreOptions }, use) => useSimulator(undefined, animalStoreOptions, use),
    { scope: 'worker' },
  ],
  animalStoreUrl: ['http://127.0.0.1:4010/v1', { option: true }],
  sandboxOptions: [{}, { option: true }],
  sandbox: ({ animalStore, sandboxOptions }, use, info) =>
    useSandbox(
      animalStore,
      sandboxOptions,
      info.titlePath,
      use,
      () => info.status === info.expectedStatus,
      (body) => info.attach('animal-store requests', { body, contentType: 'text/plain' }),
    ),
  context: async ({ context, sandbox, animalStore, animalStoreUrl }, use) => {
    await routeToSandbox(context, sandbox, [animalStore.url, animalStoreUrl]);
    await use(context);
  },
});

export { expect } from '@playwright/test';
export type {
  SandboxHandle,
  SandboxOptions,
  TestSimulator,
  WorkerFixtures as AnimalStoreWorkerFixtures,
};
