import { test as base, type Page } from '@playwright/test';
import { type SandboxHandle, test as withSandbox } from 'animal-store-simulator/playwright';
import type {} from '../src/main.tsx';

/** What a test does behind the back of the app. */
type Store = Pick<SandboxHandle, 'addRule' | 'clearRules' | 'requests' | 'reset'> & {
  readonly pets: Pick<SandboxHandle['pets'], 'list'>;
};

/** The store in the page, when there is no server. */
function createStore(page: Page): Store {
  return {
    addRule: (rule) => page.evaluate((one) => simulator.sandbox('default').addRule(one), rule),
    clearRules: () => page.evaluate(() => simulator.sandbox('default').clearRules()),
    requests: (filter) =>
      page.evaluate((one) => simulator.sandbox('default').requests(one), filter),
    reset: (start) => page.evaluate((one) => simulator.sandbox('default').reset(one), start),
    pets: { list: () => page.evaluate(() => simulator.sandbox('default').pets.list()) },
  };
}

const offline = base.extend<{ store: Store }>({
  store: async ({ page }, use) => {
    await page.goto('/');
    await page.waitForFunction(() => 'simulator' in globalThis);
    await use(createStore(page));
  },
});

/** Each test has a sandbox of its own at the server. */
const online = withSandbox.extend<{ store: Store }>({
  store: async ({ page, sandbox }, use) => {
    await page.goto('/');
    await use(sandbox);
  },
});

export const store = process.env.VITE_STORE ?? 'server';

/** The shop is open, and `store` controls where its pets come from. */
export const test: typeof offline = store === 'server' ? online : offline;

export { expect } from '@playwright/test';
