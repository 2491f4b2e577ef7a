import { test as base } from '@playwright/test';
import type { SandboxHandle } from '../control/client/sandbox-handle.js';
import type { SimulatorOptions } from '../options/options.js';
import { routeToSandbox } from './route-to-sandbox.js';
import {
  type SandboxOptions,
  type TestSimulator,
  useSandbox,
  useSimulator,
} from './test-simulator.js';

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
 *   await sandbox.inject({ operation: 'createPet', code: 503 });
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
export { routeToSandbox };
