import { labelOptions, readOptions } from './option.js';
import {
  fixtureNames,
  optionNames,
  optionTable,
  type RawSimulatorOptions,
  type ResolvedOptions,
  type SimulatorOptions,
} from './table.js';
import { UsageError } from './usage-error.js';

/** @throws {UsageError} when options contradict each other */
function checkConflicts(raw: RawSimulatorOptions, options: ResolvedOptions): void {
  const { fixture, pets, tlsCert, tlsKey, pact, consumer, needs, upstream, upstreamKey } = raw;
  // `choices` are none of these: those learned from the service decide how its forced errors look.
  const own = [fixture, pets, raw.seed, raw.store, raw.profile].find(
    (option) => option !== undefined,
  );
  if (upstream && own) {
    throw new UsageError(
      `${upstream.label} and ${own.label} must not be used together: pets and choices are those of the service. ` +
        'Remove one of them.',
    );
  }
  if (upstreamKey && !upstream) {
    throw new UsageError(
      `${upstreamKey.label} requires --upstream (upstream), the URL of the service. Set it.`,
    );
  }
  if (fixture && pets && fixture.value !== optionTable.fixture.default) {
    throw new UsageError(
      `${pets.label} and ${fixture.label} must not be used together: the fixture sets the number of ` +
        'pets. Remove one of them.',
    );
  }
  const pair = tlsCert ?? tlsKey;
  if (pair && !(tlsCert && tlsKey)) {
    const missing = tlsCert ? '--tls-key (tlsKey)' : '--tls-cert (tlsCert)';
    throw new UsageError(`${pair.label} requires ${missing}. Set both.`);
  }
  // Elsewhere, both are the defaults of `pact()` and of `GET /__admin/pact`.
  const unused = [consumer, needs].find((option) => option?.label.startsWith('--'));
  if (unused && !pact) {
    throw new UsageError(
      `${unused.label} requires --pact (pact), the file of the contract. Set it, or remove ` +
        `${unused.label}. Without a file, GET /__admin/pact?consumer=shop&needs=Pet=id reads the contract ` +
        'of a running simulator.',
    );
  }
  if (pact && !consumer) {
    throw new UsageError(
      `${pact.label} requires --consumer (consumer), the name of the consumer in the contract. Set it.`,
    );
  }
  const { corsOrigin, corsCredentials } = options;
  if (corsCredentials && (corsOrigin === '*' || corsOrigin.length === 0)) {
    throw new UsageError(
      `${raw.corsCredentials?.label} requires a list of allowed origins, because browsers refuse ` +
        'credentials with *. Set --cors-origin (corsOrigin) to the origins of your app, such as ' +
        'http://localhost:3000.',
    );
  }
}

/**
 * Checks all options; the result is complete and frozen.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolveOptions(raw: RawSimulatorOptions): ResolvedOptions {
  const options: ResolvedOptions = readOptions(optionTable, raw);
  checkConflicts(raw, options);
  return options;
}

/** The options that concern a server, its log, or files. */
const serverOptions = [
  'port',
  'host',
  'tlsCert',
  'tlsKey',
  'store',
  'sandboxTtl',
  'shutdownDelay',
  'upstream',
  'upstreamKey',
  'pact',
  'adminToken',
  'logLevel',
  'logFormat',
  'config',
] as const;

/** The options of a simulator without Node.js. A `fixture` is the name of one that is included. */
export type PortableOptions = Omit<SimulatorOptions, (typeof serverOptions)[number]>;

/**
 * Resolves the options of a simulator without Node.js.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolvePortableOptions(options: PortableOptions): ResolvedOptions {
  const unusable = serverOptions.find((name) => Object.hasOwn(Object(options), name));
  if (unusable !== undefined) {
    throw new UsageError(
      `The option ${unusable} requires Node.js. Remove it, or import createSimulator from 'animal-store-simulator'.`,
    );
  }
  const resolved = resolveOptions(labelOptions(options, optionNames));
  if (!fixtureNames.includes(resolved.fixture)) {
    throw new UsageError(
      `The option fixture must be one of ${fixtureNames.join(', ')}, because there are no files here; got ${JSON.stringify(resolved.fixture)}.`,
    );
  }
  return resolved;
}
