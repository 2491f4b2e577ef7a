import { omitUndefined } from './base/json.js';
import type { SimulatorOptions } from './options/table.js';
import { type SimulatorConnection, startForTests } from './simulator/test-simulator.js';

/**
 * Creates a global setup that starts one simulator for the whole run and closes it at the end. When
 * `ANIMAL_STORE_URL` is set, it starts none and ignores the options with a warning.
 *
 * @example
 * // test/animal-store.ts, named by globalSetup in vitest.config.ts
 * export default globalSetup({ fixture: 'test/pets.json' });
 */
export function globalSetup(options: SimulatorOptions = {}) {
  return async (project: {
    provide(key: 'animalStore', connection: SimulatorConnection): void;
  }): Promise<(() => Promise<void>) | undefined> => {
    if (process.env.ANIMAL_STORE_URL) {
      const names = Object.keys(omitUndefined(options));
      if (names.length > 0) {
        process.stderr.write(
          `The options of globalSetup are ignored (${names.join(', ')}): the tests use the simulator at ` +
            'ANIMAL_STORE_URL, which is already running. Set them where it starts, as with animal-store exec.\n',
        );
      }
      return undefined;
    }
    const { simulator, adminToken, end } = await startForTests(options, 'all');
    const { url, apiKey } = simulator;
    project.provide('animalStore', { url, apiKey, adminToken });
    return end;
  };
}

export default globalSetup();
