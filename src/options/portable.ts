import { labelOptions, type RawOption, readOptions } from './option.js';
import type { SimulatorOptions } from './options.js';
import {
  fixtureNames,
  type OptionName,
  optionNames,
  optionTable,
  type ResolvedOptions,
} from './table.js';
import { UsageError } from './usage-error.js';

export type RawOptions = Partial<Record<OptionName, RawOption>>;

/** A sentence about options that contradict each other; undefined when they don't. */
type Conflict = (raw: RawOptions, options: ResolvedOptions) => string | undefined | false;

const conflicts: readonly Conflict[] = [
  ({ fixture, pets }) =>
    fixture &&
    pets &&
    fixture.value !== optionTable.fixture.default &&
    `${pets.label} and ${fixture.label} must not be used together: ` +
      'the fixture sets the number of pets. Remove one of them.',
  ({ tlsCert, tlsKey }) =>
    tlsCert && !tlsKey && `${tlsCert.label} requires --tls-key (tlsKey). Set both.`,
  ({ tlsCert, tlsKey }) =>
    tlsKey && !tlsCert && `${tlsKey.label} requires --tls-cert (tlsCert). Set both.`,
  // Elsewhere, both are the defaults of `pact()` and of `GET /__admin/pact`.
  ({ pact, consumer, needs }) => {
    const unused = [consumer, needs].find((option) => option?.label.startsWith('--'));
    return (
      pact === undefined &&
      unused !== undefined &&
      `${unused.label} requires --pact (pact), the file of the contract. Set it, or remove ${unused.label}. ` +
        'Without a file, GET /__admin/pact?consumer=shop&needs=Pet=id reads the contract of a running simulator.'
    );
  },
  ({ pact, consumer }) =>
    pact &&
    !consumer &&
    `${pact.label} requires --consumer (consumer), the name of the consumer in the contract. Set it.`,
  (raw, { fixture, watch }) =>
    watch &&
    fixtureNames.includes(fixture) &&
    `${raw.watch?.label} requires a file of pets. Set --fixture (fixture) to the path of a JSON file.`,
  ({ store, sandboxTtl }) =>
    sandboxTtl &&
    !store &&
    `${sandboxTtl.label} requires --store (store), because other sandboxes do not expire. Set it, or ` +
      'remove this one.',
  ({ store }, { watch }) =>
    store &&
    watch &&
    `${store.label} and --watch (watch) must not be used together: sandboxes of a store keep the pets ` +
      'that they started with. Remove one of them.',
  (raw, { corsOrigin, corsCredentials }) =>
    corsCredentials &&
    (corsOrigin === '*' || corsOrigin.length === 0) &&
    `${raw.corsCredentials?.label} requires a list of allowed origins, because browsers refuse credentials ` +
      'with *. Set --cors-origin (corsOrigin) to the origins of your app, such as http://localhost:3000.',
];

/**
 * Checks all options; the result is complete and frozen.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolveOptions(raw: RawOptions): ResolvedOptions {
  const options = readOptions<ResolvedOptions>(optionTable, raw);
  for (const findConflict of conflicts) {
    const message = findConflict(raw, options);
    if (message) {
      throw new UsageError(message);
    }
  }
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
  'watch',
  'pact',
  'adminToken',
  'logLevel',
  'logFormat',
  'config',
] as const;

/** The options of a simulator without Node.js. A `fixture` is the name of one that is included. */
export type PortableOptions = Omit<SimulatorOptions, (typeof serverOptions)[number]>;

/** @throws {UsageError} when options are no object */
export function checkObject(options: unknown, example = 'such as { seed: 7 }'): void {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError(`The options must be an object, ${example}.`);
  }
}

/**
 * Resolves the options of a simulator without Node.js.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolvePortableOptions(options: PortableOptions): ResolvedOptions {
  checkObject(options);
  const unusable = serverOptions.find((name) => Object.hasOwn(options, name));
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
