import { inject, type TestAPI } from 'vitest';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { extendableTest } from './extendable-test.js';
import {
  type SandboxOptions,
  type SimulatorAddress,
  type TestSimulator,
  useSandbox,
  useSimulator,
} from './test-simulator.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The simulator that the global setup started, if it did. */
    animalStore: SimulatorAddress | undefined;
  }
}

/** What a test can ask for. */
export interface AnimalStoreFixtures {
  /** The sandbox of this test: nobody else has it, and it is dropped when the test ends. */
  sandbox: SandboxHandle;
  /** What the sandbox starts with. Default: as the simulator was started. */
  sandboxOptions: SandboxOptions;
  /**
   * The simulator: that of `ANIMAL_STORE_URL`, or that of `animal-store-simulator/vitest/global-setup`,
   * or else one of this worker.
   */
  animalStore: TestSimulator;
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
 * // Said in angle brackets, the options are checked by TypeScript.
 * const hostile = test.extend<{ sandboxOptions: SandboxOptions }>({
 *   sandboxOptions: { profile: 'hostile' },
 * });
 */
export const test: TestAPI<AnimalStoreFixtures> = extendableTest.extend<AnimalStoreFixtures>({
  animalStore: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing is asked for
    ({}, use) => useSimulator(inject('animalStore'), {}, use),
    { scope: 'worker' },
  ],
  sandboxOptions: {},
  sandbox: ({ animalStore, sandboxOptions, task }, use) =>
    useSandbox(animalStore, sandboxOptions, task.name, use),
});

export { expect } from 'vitest';
export type { SandboxHandle, SandboxOptions, SimulatorAddress, TestSimulator };
