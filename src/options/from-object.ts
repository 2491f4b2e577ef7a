import { readConfigFile } from './config-file.js';
import type { SimulatorOptions } from './options.js';
import { overrule, rawOptions, resolveOptions } from './resolve.js';
import type { ResolvedOptions } from './table.js';
import { UsageError } from './usage-error.js';

/** Resolves the options of the programmatic API; what it says goes before its config file. */
export function resolveObject(simulatorOptions: SimulatorOptions): ResolvedOptions {
  if (typeof simulatorOptions !== 'object' || simulatorOptions === null) {
    throw new UsageError('The options must be an object, such as { seed: 7 }.');
  }
  const { config, ...options } = simulatorOptions;
  const own = rawOptions(options, (name) => `The option ${name}`);
  return resolveOptions(
    config === undefined ? own : overrule(readConfigFile(config, 'The option config'), own),
  );
}
