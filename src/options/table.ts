import { type AllowedNote, allowableNotes, findingKinds } from '../engine/choices/notes.js';
import { type Choices, profileNames } from '../engine/choices/open-points.js';
import type { CorsOrigins } from '../engine/interface/headers.js';
import type { Needs } from '../engine/interface/response-fields.js';
import type { ClockSetting } from '../engine/sandbox/clock.js';
import type { Latency } from '../engine/sandbox/latency.js';
import { maxDelay } from '../engine/sandbox/preferences.js';
import { describeLegalNeeds, readNeeds } from './needs.js';
import {
  describeLegalChoices,
  readApiKeys,
  readBytes,
  readChoices,
  readConsumer,
  readDuration,
  readInstant,
  readLatency,
  readListOf,
  readOneOf,
  readOrigins,
  readPrintableText,
  readSwitch,
  readText,
  readWholeNumber,
} from './readers.js';
import { readStoreAddress, type StoreAddress } from './store-address.js';

/** The fixtures that come with the package; `default` is generated from the seed. */
export const fixtureNames: readonly string[] = [
  'default',
  'empty',
  'every-status',
  'large-ids',
  'tricky-names',
];

export const logLevels = ['silent', 'error', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];
const logFormats = ['auto', 'pretty', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** One option: its flag, its help, its default, and how a raw value is read. */
interface OptionEntry<Value> {
  /** The environment variable and the key of a config file have the same name. */
  readonly flag: string;
  readonly group: 'Server' | 'Pets' | 'Behaviour' | 'Contract' | 'Access' | 'Logs' | 'Limits';
  readonly help: string;
  /** The default as people read it. */
  readonly shown: string;
  readonly default: Value;
  readonly repeatable?: true;
  /** The allowed values, to end the sentence `--port must be …`. */
  readonly legal: string | ((raw: unknown) => string);
  readonly read: (raw: unknown) => Value | undefined;
  /** The part of a wrong value that a message shows. Default: all of it. */
  readonly show?: (raw: unknown) => unknown;
}

/** Shows that a value is empty; any other is almost a key, and logs keep messages. */
const showEmpty = (raw: unknown) => (String(raw) === '' ? raw : undefined);

function option<Value>(entry: OptionEntry<Value>): OptionEntry<Value> {
  return entry;
}

/** The one table of options: flags, variables, config file, help and checks derive from it. */
export const optionTable = {
  port: option({
    flag: '--port <port>',
    group: 'Server',
    help: 'port to listen on; 0 picks a free one',
    shown: '4010',
    default: 0,
    legal: 'a whole number from 0 to 65535',
    read: readWholeNumber(0, 65_535),
  }),
  host: option({
    flag: '--host <host>',
    group: 'Server',
    help: 'host name or IP address to listen on',
    shown: '127.0.0.1',
    default: '127.0.0.1',
    legal: 'a host name or an IP address, such as 127.0.0.1 or 0.0.0.0',
    read: readText,
  }),
  https: option({
    flag: '--https',
    group: 'Server',
    help: 'HTTPS, with a certificate that the simulator makes',
    shown: 'off',
    default: false,
    legal: 'true or false',
    read: readSwitch,
  }),
  tlsCert: option({
    flag: '--tls-cert <file>',
    group: 'Server',
    help: 'HTTPS with the certificates of this PEM file',
    shown: 'none',
    default: undefined as string | undefined,
    legal: 'the path of a PEM file',
    read: readText,
  }),
  tlsKey: option({
    flag: '--tls-key <file>',
    group: 'Server',
    help: 'PEM file of the private key of --tls-cert',
    shown: 'none',
    default: undefined as string | undefined,
    legal: 'the path of a PEM file',
    read: readText,
  }),
  store: option({
    flag: '--store <url>',
    group: 'Server',
    help: 'Valkey or Redis that shares the sandboxes between simulators',
    shown: 'none',
    default: undefined as StoreAddress | undefined,
    legal:
      'the URL of a Valkey or Redis, such as valkey://user:password@host:6379/0, valkeys:// for TLS, ' +
      'valkey://node-1:6379,node-2:6379 for a cluster, or valkey-sentinel://host-1,host-2/<master>',
    read: readStoreAddress,
    show: showEmpty,
  }),
  shutdownDelay: option({
    flag: '--shutdown-delay <ms>',
    group: 'Server',
    help: 'milliseconds to serve on while /health/ready answers 503',
    shown: '0',
    default: 0,
    legal: 'a whole number of milliseconds from 0 to 300000',
    read: readWholeNumber(0, 300_000),
  }),
  seed: option({
    flag: '--seed <number>',
    group: 'Pets',
    help: 'random seed',
    shown: '1',
    default: 1,
    legal: 'a whole number from 0 to 4294967295',
    read: readWholeNumber(0, 4_294_967_295),
  }),
  pets: option({
    flag: '--pets <count>',
    group: 'Pets',
    help: 'number of seeded pets',
    shown: '50',
    default: 50,
    legal: 'a whole number from 0 to 1000000',
    read: readWholeNumber(0, 1_000_000),
  }),
  fixture: option({
    flag: '--fixture <name|file>',
    group: 'Pets',
    help: `initial pets: ${fixtureNames.slice(1).join(', ')}, or a JSON file`,
    shown: 'default',
    default: 'default',
    legal: 'the name of a fixture or the path of a JSON file',
    read: readText,
  }),
  watch: option({
    flag: '--watch',
    group: 'Pets',
    help: 'read the file of --fixture again when it changes',
    shown: 'off',
    default: false,
    legal: 'true or false',
    read: readSwitch,
  }),
  profile: option({
    flag: '--profile <name>',
    group: 'Behaviour',
    help: `choices for all open points: ${profileNames.join(', ')}`,
    shown: 'default',
    default: 'default' as (typeof profileNames)[number],
    legal: `one of ${profileNames.join(', ')}`,
    read: readOneOf(profileNames),
  }),
  choose: option({
    flag: '--choose <point=choice>',
    group: 'Behaviour',
    help: 'choice for one open point',
    shown: 'from the profile',
    default: {} as Partial<Choices>,
    repeatable: true,
    legal: describeLegalChoices,
    read: readChoices,
  }),
  clock: option({
    flag: '--clock <real|instant>',
    group: 'Behaviour',
    help: 'real, or an instant to freeze the clock at',
    shown: 'real',
    default: 'real' as ClockSetting,
    legal: 'real or an instant such as 2030-12-05T00:00:00Z (ISO 8601)',
    read: (raw: unknown): ClockSetting | undefined => (raw === 'real' ? raw : readInstant(raw)),
  }),
  allow: option({
    flag: '--allow <notes>',
    group: 'Behaviour',
    help: `notes that --fail-on ignores: ${findingKinds.join(', ')}, <open point>`,
    shown: 'none',
    default: [] as readonly AllowedNote[],
    repeatable: true,
    legal: `one or more of ${allowableNotes.join(', ')}`,
    read: readListOf(allowableNotes),
  }),
  latency: option({
    flag: '--latency <ms>',
    group: 'Behaviour',
    help: 'delay of every response in milliseconds: 200, 100-300 or lognormal:120,400',
    shown: '0',
    default: { from: 0, to: 0 } as Latency,
    legal:
      `milliseconds up to ${maxDelay}, such as 200, a range such as 100-300, or a distribution by its ` +
      'median and 95th percentile, such as lognormal:120,400',
    read: readLatency(maxDelay),
  }),
  deprecatedSince: option({
    flag: '--deprecated-since <day>',
    group: 'Behaviour',
    help: 'date in the Deprecation header of getPet',
    shown: 'not sent',
    default: undefined as Date | undefined,
    legal: 'a day such as 2026-01-31 (ISO 8601)',
    read: readInstant,
  }),
  pact: option({
    flag: '--pact <file>',
    group: 'Contract',
    help: 'Pact file to add the uses of this run to',
    shown: 'none',
    default: undefined as string | undefined,
    legal: 'the path of a JSON file',
    read: readText,
  }),
  consumer: option({
    flag: '--consumer <name>',
    group: 'Contract',
    help: 'name of the consumer in the contract of --pact',
    shown: 'none',
    default: undefined as string | undefined,
    legal: 'up to 100 printable characters, such as shop',
    read: readConsumer,
  }),
  needs: option({
    flag: '--needs <object=fields>',
    group: 'Contract',
    help: 'fields of responses that the consumer reads: Pet=id,name',
    shown: 'all fields',
    default: {} as Needs,
    repeatable: true,
    legal: describeLegalNeeds,
    read: readNeeds,
  }),
  apiKey: option({
    flag: '--api-key <key>',
    group: 'Access',
    help: 'accepted API key',
    shown: 'test-key',
    default: ['test-key'] as readonly string[],
    repeatable: true,
    legal: 'letters, digits and - . _ ~ + / (RFC 6750), such as test-key',
    read: readApiKeys,
    show: showEmpty,
  }),
  corsOrigin: option({
    flag: '--cors-origin <origin>',
    group: 'Access',
    help: 'allowed CORS origin: an origin, * or none',
    shown: '*',
    default: '*' as CorsOrigins,
    repeatable: true,
    legal:
      '*, none, or an origin as browsers send it (lower case, no path, no default port), such as ' +
      'http://localhost:3000',
    read: readOrigins,
  }),
  corsCredentials: option({
    flag: '--cors-credentials',
    group: 'Access',
    help: 'allow cookies from the origins of --cors-origin',
    shown: 'off',
    default: false,
    legal: 'true or false',
    read: readSwitch,
  }),
  adminToken: option({
    flag: '--admin-token <token>',
    group: 'Access',
    help: 'token required by /__admin; without one, loopback only',
    shown: 'none',
    default: undefined as string | undefined,
    legal: 'printable characters without spaces',
    read: readPrintableText,
    show: showEmpty,
  }),
  logLevel: option({
    flag: '--log-level <level>',
    group: 'Logs',
    help: `log level: ${logLevels.join(', ')}`,
    shown: 'info',
    default: 'silent' as LogLevel,
    legal: `one of ${logLevels.join(', ')}`,
    read: readOneOf(logLevels),
  }),
  logFormat: option({
    flag: '--log-format <format>',
    group: 'Logs',
    help: 'log format: pretty, json, auto (pretty on a terminal)',
    shown: 'auto',
    default: 'auto' as LogFormat,
    legal: `one of ${logFormats.join(', ')}`,
    read: readOneOf(logFormats),
  }),
  maxBody: option({
    flag: '--max-body <size>',
    group: 'Limits',
    help: 'maximum request body size',
    shown: '1MiB',
    default: 1024 ** 2,
    legal: 'a size from 1 byte to 1024MiB, such as 65536, 64KiB or 1MiB',
    read: readBytes,
  }),
  maxSandboxes: option({
    flag: '--max-sandboxes <count>',
    group: 'Limits',
    help: 'maximum number of sandboxes (the longest idle are evicted)',
    shown: '1000',
    default: 1000,
    legal: 'a whole number from 2 to 100000',
    read: readWholeNumber(2, 100_000),
  }),
  sandboxTtl: option({
    flag: '--sandbox-ttl <time>',
    group: 'Limits',
    help: 'idle time after which the store drops a sandbox',
    shown: '24h',
    default: 86_400_000,
    legal: 'a time from 1s to 30d, such as 90s, 30m or 24h',
    read: readDuration(1_000, 30 * 86_400_000),
  }),
  maxPetMemory: option({
    flag: '--max-pet-memory <size>',
    group: 'Limits',
    help: 'memory limit for sandbox-owned pets',
    shown: '256MiB',
    default: 256 * 1024 ** 2,
    legal: 'a size from 1 byte to 1024MiB, such as 65536, 64KiB or 256MiB',
    read: readBytes,
  }),
  maxJournal: option({
    flag: '--max-journal <count>',
    group: 'Limits',
    help: "maximum number of exchanges in a sandbox's journal",
    shown: '1000',
    default: 1_000,
    legal: 'a whole number from 0 to 100000',
    read: readWholeNumber(0, 100_000),
  }),
  maxJournalSize: option({
    flag: '--max-journal-size <size>',
    group: 'Limits',
    help: 'memory limit for the journals of all sandboxes',
    shown: '64MiB',
    default: 64 * 1024 ** 2,
    legal: 'a size from 1 byte to 1024MiB, such as 65536, 64KiB or 64MiB',
    read: readBytes,
  }),
};

export type OptionName = keyof typeof optionTable;
export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** All options, checked; none is missing. */
export type ResolvedOptions = {
  readonly [Name in OptionName]: (typeof optionTable)[Name]['default'];
};
