import type { SimulatorOptions } from './options/options.js';
import { resolveSimulatorOptions } from './options/resolve.js';
import { type OptionName, optionTable } from './options/table.js';
import { reportPact, type SimulatorConnection } from './runners/test-simulator.js';
import { NodeSimulatorCore } from './simulator/node-simulator.js';

/**
 * Describes options that have no effect because the tests use a running simulator.
 *
 * @param owner the function that got the options: `globalSetup`
 * @returns undefined when no option is set
 * @throws {UsageError} when the options are wrong for any simulator
 */
export function describeIgnoredOptions(
  owner: string,
  options: SimulatorOptions,
): string | undefined {
  resolveSimulatorOptions(options);
  const names = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : name,
  );
  if (names.length === 0) {
    return undefined;
  }
  const flags = names.map((name) =>
    name === 'config'
      ? '--config <file>'
      : (optionTable[name as OptionName].flag ?? `--config <file with ${name}>`),
  );
  return (
    `The options of ${owner} are ignored (${names.join(', ')}): the tests use the simulator at ANIMAL_STORE_URL, ` +
    `which is already running. Set them where it starts: animal-store exec ${flags.join(' ')} -- <command>`
  );
}

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
      const warning = describeIgnoredOptions('globalSetup', options);
      if (warning !== undefined) {
        process.stderr.write(`${warning}\n`);
      }
      return undefined;
    }
    const core = new NodeSimulatorCore(resolveSimulatorOptions(options));
    const { url, apiKey, close } = await core.listen();
    project.provide('animalStore', { url, apiKey, adminToken: options.adminToken });
    return async () => {
      await close();
      await reportPact(core, 'all');
    };
  };
}

export default globalSetup();
