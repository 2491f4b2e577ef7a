import { suggest } from '../base/nearest.js';
import { refuseOptions, refuseTogether, UsageError } from '../base/usage-error.js';
import { fixtureNames } from './fixture-names.js';
import { labelOptions, type RawOptions, readOptions } from './option.js';
import {
  type OptionName,
  optionTable,
  type ResolvedOptions,
  type SimulatorOptions,
} from './table.js';

/** @throws {UsageError} when options contradict each other */
function checkConflicts(raw: RawOptions, { corsCredentials, corsOrigin }: ResolvedOptions): void {
  const find = (...names: readonly OptionName[]) =>
    names.flatMap((name) => raw[name]?.label ?? [])[0];
  const requires = (label: string | undefined, isMet: unknown, needed: string) => {
    if (label !== undefined && !isMet) {
      throw new UsageError(`${label} requires ${needed}`);
    }
  };
  // `choices` are none of these: those learned from the service decide how its forced errors look.
  const ofService = find('fixture', 'pets', 'seed', 'store', 'profile');
  refuseTogether(find('upstream'), ofService, 'pets and choices are those of the service');
  const isSeeded = raw.fixture?.value === optionTable.fixture.default;
  const fixture = isSeeded ? undefined : find('fixture');
  refuseTogether(find('pets'), fixture, 'the fixture sets the number of pets');
  const upstream = '--upstream (upstream), the URL of the service. Set it.';
  requires(find('upstreamKey'), raw.upstream, upstream);
  requires(find('tlsCert'), raw.tlsKey, '--tls-key (tlsKey). Set both.');
  requires(find('tlsKey'), raw.tlsCert, '--tls-cert (tlsCert). Set both.');
  const consumer = '--consumer (consumer), the name of the consumer in the contract. Set it.';
  requires(find('pact'), raw.consumer, consumer);
  // Elsewhere, both are the defaults of `pact()` and of `GET /__admin/pact`.
  const unused = [find('consumer'), find('needs')].find((label) => label?.startsWith('--'));
  const pact =
    `--pact (pact), the file of the contract. Set it, or remove ${unused}. Without a file, ` +
    'GET /__admin/pact?consumer=shop&needs=Pet=id reads the contract of a running simulator.';
  requires(unused, raw.pact, pact);
  const origins =
    'a list of allowed origins, because browsers refuse credentials with *. Set --cors-origin (corsOrigin) ' +
    'to the origins of your app, such as http://localhost:3000.';
  const isList = corsOrigin !== '*' && corsOrigin.length > 0;
  requires(find('corsCredentials'), !corsCredentials || isList, origins);
}

/** @throws {UsageError} when an option is wrong, or options contradict each other */
export function resolveOptions(raw: RawOptions): ResolvedOptions {
  const options = readOptions(optionTable, raw);
  checkConflicts(raw, options);
  return options;
}

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

/** @throws {UsageError} when an option is wrong, or requires Node.js */
export function resolvePortableOptions(options: PortableOptions): ResolvedOptions {
  const advice = "Remove it, or import createSimulator from 'animal-store-simulator'.";
  refuseOptions(Object(options), serverOptions, `requires Node.js. ${advice}`);
  const resolved = resolveOptions(labelOptions(options, optionTable));
  if (!fixtureNames.includes(resolved.fixture)) {
    throw new UsageError(
      `The option fixture must be one of ${fixtureNames.join(', ')}, because there are no files here; got ${JSON.stringify(resolved.fixture)}.${suggest(resolved.fixture, fixtureNames)}`,
    );
  }
  return resolved;
}
