import { readConfigFile } from './config-file.js';
import type { SimulatorOptions } from './options.js';
import { rawOptions, resolveOptions } from './resolve.js';
import type { ResolvedOptions } from './table.js';

/** Resolves the options of the programmatic API; what it says goes before its config file. */
export function resolveObject({ config, ...options }: SimulatorOptions): ResolvedOptions {
  const own = rawOptions(options, (name) => `The option ${name}`);
  return resolveOptions(config === undefined ? own : { ...readConfigFile(config), ...own });
}
