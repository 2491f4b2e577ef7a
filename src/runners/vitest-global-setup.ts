import type { SimulatorOptions } from '../options/options.js';
import { resolveSimulatorOptions } from '../options/resolve.js';
import { type OptionName, optionTable } from '../options/table.js';
import { startSimulator } from '../simulator.js';
import type { SimulatorAddress } from './test-simulator.js';

/** As it can be typed after a flag; a key or a token is not repeated in logs. */
function typed(name: OptionName, value: unknown): string | undefined {
  const text = value instanceof Date ? value.toISOString() : String(value);
  const plain = /^[\w.,:/-]+$/.test(text) && optionTable[name].group !== 'Access';
  return plain ? text : undefined;
}

/** An option as a flag: `--seed 7`, or `--choose <point=choice>` where the value isn't that plain. */
function asFlag([name, value]: readonly [string, unknown]): string {
  if (name === 'config') {
    return '--config <file>';
  }
  const { flag } = optionTable[name as OptionName];
  return flag.replace(/<.*>/, (placeholder) => typed(name as OptionName, value) ?? placeholder);
}

/**
 * What to tell whoever says options where a simulator that runs already is used; nothing when none are.
 *
 * @param saidTo who was told the options: `globalSetup`
 * @throws {UsageError} when they would be wrong for a simulator of its own, too
 */
export function ignoredOptions(saidTo: string, options: SimulatorOptions): string | undefined {
  resolveSimulatorOptions(options);
  const said = Object.entries(options).filter(([, value]) => value !== undefined);
  if (said.length === 0) {
    return undefined;
  }
  const names = said.map(([name]) => name).join(', ');
  return (
    `The options of ${saidTo} have no effect (${names}): ANIMAL_STORE_URL names a simulator that runs ` +
    'already, and the tests use that one. Say them where it is started: ' +
    `animal-store exec ${said.map(asFlag).join(' ')} -- <command>`
  );
}

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
