import type { SimulatorOptions } from './options.js';
import { labelOptions, resolveOptions } from './raw-options.js';
import { fixtureNames, optionNames, type ResolvedOptions } from './table.js';
import { UsageError } from './usage-error.js';

/** The options that concern a server, its log, or files. */
const serverOptions = [
  'port',
  'host',
  'tlsCert',
  'tlsKey',
  'store',
  'sandboxTtl',
  'shutdownDelay',
  'watch',
  'pact',
  'adminToken',
  'logLevel',
  'logFormat',
  'config',
] as const;

/** The options of a simulator without Node.js. A `fixture` is the name of one that is included. */
export type PortableOptions = Omit<SimulatorOptions, (typeof serverOptions)[number]>;

const describeName = (name: string) => `The option ${name}`;

/**
 * Resolves the options of a simulator without Node.js.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolvePortableOptions(options: PortableOptions): ResolvedOptions {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError('The options must be an object, such as { seed: 7 }.');
  }
  const given = Object.keys(options);
  const unusable = serverOptions.find((name) => given.includes(name));
  if (unusable !== undefined) {
    throw new UsageError(
      `The option ${unusable} requires Node.js. Remove it, or import createSimulator from 'animal-store-simulator'.`,
    );
  }
  const resolved = resolveOptions(labelOptions(options, optionNames, describeName));
  if (!fixtureNames.includes(resolved.fixture)) {
    throw new UsageError(
      `The option fixture must be one of ${fixtureNames.join(', ')}, because there are no files here; got ${JSON.stringify(resolved.fixture)}.`,
    );
  }
  return resolved;
}
