import { test as base, inject, type TestAPI, type TestContext } from 'vitest';
import type { SandboxHandle } from './client/sandbox-handle.js';
import type { SimulatorOptions } from './options/table.js';
import {
  type SandboxFixtures,
  type SandboxOptions,
  type SimulatorConnection,
  type TestSimulator,
  useSandbox,
  useSimulator,
} from './runners/test-simulator.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The simulator that the global setup started, if there is one. */
    animalStore: SimulatorConnection | undefined;
  }
}

/** The fixtures that a test can use. */
export interface AnimalStoreFixtures extends SandboxFixtures {
  /**
   * Options of the worker's own simulator, such as `pact` and `consumer`; ignored when the tests use a
   * simulator that is already running.
   */
  animalStoreOptions: SimulatorOptions;
  /**
   * The simulator: the one at `ANIMAL_STORE_URL`, else the one of
   * `animal-store-simulator/vitest/global-setup`, else one of this worker.
   */
  animalStore: TestSimulator;
}

/** The file and the groups of a test. */
function listGroups({ file, suite }: Pick<TestContext['task'], 'file' | 'suite'>): string[] {
  return suite === undefined ? [file.name] : [...listGroups(suite), suite.name];
}

/**
 * Vitest's `test` with a sandbox for each test.
 *
 * @example
 * test('the shop shows the pets', async ({ sandbox }) => {
 *   const shop = new Shop(sandbox.url, sandbox.apiKey);
 *   expect(await shop.pets()).toHaveLength(20);
 * });
 *
 * @example
 * // The type argument lets TypeScript check the options.
 * const hostile = test.extend<{ sandboxOptions: SandboxOptions }>({
 *   sandboxOptions: { profile: 'hostile' },
 * });
 */
export const test: TestAPI<AnimalStoreFixtures> = base.extend<AnimalStoreFixtures>({
  animalStoreOptions: [{}, { scope: 'worker' }],
  animalStore: [
    ({ animalStoreOptions }, use) => useSimulator(inject('animalStore'), animalStoreOptions, use),
    { scope: 'worker' },
  ],
  sandboxOptions: {},
  sandbox: ({ animalStore, sandboxOptions, task }, use) =>
    useSandbox(
      animalStore,
      sandboxOptions,
      [...listGroups(task), task.name],
      use,
      () => task.result?.state !== 'fail',
    ),
});

export { expect } from 'vitest';
export type { SandboxHandle, SandboxOptions, SimulatorConnection, SimulatorOptions, TestSimulator };
