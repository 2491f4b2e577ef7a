import { test as base, inject, type TestAPI } from 'vitest';
import type { SandboxHandle } from './client/sandbox-handle.js';
import type { SimulatorOptions } from './options/table.js';
import {
  type SandboxFixtures,
  type SandboxOptions,
  type SimulatorConnection,
  type TestSimulator,
  useSandbox,
  useSimulator,
  type WorkerFixtures,
} from './simulator/test-simulator.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The simulator that the global setup started, if there is one. */
    animalStore: SimulatorConnection | undefined;
  }
}

/** The fixtures that a test can use. */
export type AnimalStoreFixtures = SandboxFixtures & WorkerFixtures;

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
      task.fullName.split(' > '),
      use,
      // A test that must fail has not been turned into a passed one yet.
      () => (task.result?.state === 'fail') === Boolean(task.fails),
    ),
});

export { expect } from 'vitest';
export type { SandboxHandle, SandboxOptions, SimulatorConnection, SimulatorOptions, TestSimulator };
