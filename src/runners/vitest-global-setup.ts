import type { SimulatorOptions } from '../options/options.js';
import { startSimulator } from '../simulator.js';
import { ignoredOptions } from './ignored-options.js';
import type { SimulatorAddress } from './test-simulator.js';

/** As much of Vitest's project as is needed. */
interface Project {
  provide(key: 'animalStore', address: SimulatorAddress): void;
}

/**
 * A global setup that starts one simulator for the whole run, and closes it at the end; none when
 * `ANIMAL_STORE_URL` names one, on which the options have no effect.
 *
 * @example
 * // test/animal-store.ts, named by globalSetup in vitest.config.ts
 * export default globalSetup({ fixture: 'test/pets.json' });
 */
export function globalSetup(options: SimulatorOptions = {}) {
  return async (project: Project): Promise<(() => Promise<void>) | undefined> => {
    if (process.env.ANIMAL_STORE_URL) {
      const warning = ignoredOptions('globalSetup', options);
      if (warning !== undefined) {
        process.stderr.write(`${warning}\n`);
      }
      return undefined;
    }
    const simulator = await startSimulator(options);
    const { url, apiKey } = simulator;
    project.provide('animalStore', { url, apiKey, adminToken: options.adminToken });
    return () => simulator.close();
  };
}

export default globalSetup();
