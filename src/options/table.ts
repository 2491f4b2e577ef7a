import { leniencyNames } from '../document/errors.js';
import { profileNames } from '../document/open-points.js';
import { defaultApiKey } from '../engine/admit.js';
import { allowableNotes, findingKinds } from '../engine/notes.js';
import { choices, needs } from './choices-and-needs.js';
import { fixtureNames } from './fixture-names.js';
import { customErrors, extraFields, learnedSource } from './learned.js';
import { defineOptions, type InputsOf, type ValuesOf } from './option.js';
import {
  baseUrl,
  booleanOption,
  byteSize,
  delayRange,
  duration,
  filePath,
  instant,
  listOf,
  oneOf,
  origins,
  readText,
  readTexts,
  realOrInstant,
  secret,
  secretText,
  splitList,
  storeAddress,
  wholeNumber,
} from './readers.js';

/** From the fewest lines to the most. */
export const logLevels = ['silent', 'error', 'info', 'debug'] as const;

/**
 * The one table of options: flags, variables, config file, help, checks, types and their comments derive from it.
 * The options that people need first are at the top.
 */
export const optionTable = {
  ...defineOptions('Basics', {
    port: {
      flag: '--port <port>',
      help: 'port to listen on; 0 picks a free one',
      defaultText: '4010',
      default: 0,
      ...wholeNumber(0, 65_535),
    },
    host: {
      flag: '--host <host>',
      help: 'host name or IP address to listen on',
      default: '127.0.0.1',
      ...readText('a host name or an IP address, such as 127.0.0.1 or 0.0.0.0'),
    },
    apiKey: {
      flag: '--api-key <key>',
      help: 'accepted API key',
      ...secret(
        readTexts(
          'letters, digits and - . _ ~ + / (RFC 6750), such as test-key',
          /^[A-Za-z0-9\-._~+/]+=*$/,
          splitList,
        ),
      ),
      default: [defaultApiKey],
    },
    fixture: {
      flag: '--fixture <name|file>',
      help: `initial pets: ${fixtureNames.slice(1).join(', ')}, or a JSON file`,
      default: 'default',
      isPath: true,
      ...readText('the name of a fixture or the path of a JSON file'),
    },
    pets: {
      flag: '--pets <count>',
      help: 'number of seeded pets',
      default: 50,
      ...wholeNumber(0, 1_000_000),
    },
    seed: {
      flag: '--seed <number>',
      help: 'random seed',
      default: 1,
      ...wholeNumber(0, 4_294_967_295),
    },
    delay: {
      flag: '--delay <ms>',
      help: 'delay of every response in milliseconds: 200 or 100-300',
      defaultText: '0',
      default: { from: 0, to: 0 },
      ...delayRange,
    },
    corsOrigin: {
      flag: '--cors-origin <origin>',
      help: 'allowed CORS origin: an origin, * or none',
      ...origins,
    },
    corsCredentials: {
      flag: '--cors-credentials',
      help: 'allow cookies from the origins of --cors-origin',
      ...booleanOption,
    },
  }),
  ...defineOptions('Behaviour', {
    profile: {
      flag: '--profile <name>',
      help: `choices for all open points: ${profileNames.join(', ')}`,
      default: 'default',
      ...oneOf(profileNames),
    },
    choices: {
      flag: '--choice <point=choice>',
      help: 'choice for one open point',
      defaultText: 'from the profile',
      default: {},
      repeatable: true,
      ...choices,
    },
    clock: {
      flag: '--clock <real|instant>',
      help: 'real, or an instant to freeze the clock at',
      default: 'real',
      ...realOrInstant,
    },
    errors: {
      help: 'errors of a service of your own, for error-codes=custom',
      ...customErrors,
    },
    accepts: {
      help: 'wrong bodies that a service of your own accepts',
      ...listOf(leniencyNames),
    },
    extraFields: {
      help: 'further fields of its pets, for extra-response-fields=custom',
      ...extraFields,
    },
    learned: {
      help: 'where the choices come from, as learn writes it',
      ...learnedSource,
    },
    deprecatedSince: {
      help: 'date in the Deprecation header of getPet',
      ...instant('a day such as 2026-01-31 (ISO 8601)'),
    },
  }),
  ...defineOptions('In front of a service', {
    upstream: {
      flag: '--upstream <url>',
      help: 'base URL of a service that answers instead; its responses are checked',
      ...baseUrl(),
    },
    upstreamKey: {
      flag: '--upstream-key <key>',
      help: 'API key of that service; clients keep those of --api-key',
      ...secretText('a key'),
    },
  }),
  ...defineOptions('Contract', {
    pact: {
      flag: '--pact <file>',
      help: 'Pact file that gets the interactions of this run',
      ...filePath('a JSON file'),
    },
    consumer: {
      flag: '--consumer <name>',
      help: 'name of the consumer in the contract of --pact',
      ...readText(
        'up to 100 printable characters, such as shop',
        /^[^\p{C}\s](?:[^\p{C}]{0,98}[^\p{C}\s])?$/u,
      ),
    },
    needs: {
      flag: '--needs <fields>',
      help: 'fields that the consumer reads: Pet=id,name, or auto in exec',
      defaultText: 'all fields',
      default: {},
      repeatable: true,
      ...needs,
    },
  }),
  ...defineOptions('Checks', {
    allow: {
      flag: '--allow <notes>',
      help: `notes that --fail-on ignores: ${findingKinds.join(', ')}, <open point>`,
      ...listOf(allowableNotes),
    },
  }),
  ...defineOptions('Files and logs', {
    logLevel: {
      flag: '--log-level <level>',
      help: `log level: ${logLevels.join(', ')}`,
      defaultText: 'info',
      default: 'silent',
      ...oneOf(logLevels),
    },
    logFormat: {
      flag: '--log-format <format>',
      help: 'log format: pretty, json, auto (pretty on a terminal)',
      default: 'auto',
      ...oneOf(['auto', 'pretty', 'json']),
    },
  }),
  ...defineOptions('Deployment', {
    tlsCert: {
      flag: '--tls-cert <file>',
      help: 'HTTPS with the certificates of this PEM file',
      ...filePath('a PEM file'),
    },
    tlsKey: {
      flag: '--tls-key <file>',
      help: 'PEM file of the private key of --tls-cert',
      ...filePath('a PEM file'),
    },
    adminToken: {
      flag: '--admin-token <token>',
      help: 'token required by /__admin; without one, loopback only',
      ...secretText('a token'),
    },
    store: {
      flag: '--store <url>',
      help: 'Valkey or Redis that shares the sandboxes between simulators',
      ...secret(storeAddress),
    },
    sandboxTtl: {
      flag: '--sandbox-ttl <time>',
      help: 'idle time after which the store drops a sandbox',
      defaultText: '24h',
      default: 86_400_000,
      ...duration,
    },
    shutdownDelay: {
      flag: '--shutdown-delay <ms>',
      help: 'milliseconds to serve on while /health/ready answers 503',
      default: 0,
      ...wholeNumber(0, 300_000, 'a whole number of milliseconds'),
    },
  }),
  // Rarely changed, so they are variables and keys of the config file, but no flags.
  ...defineOptions('Limits', {
    maxBody: {
      help: 'maximum request body size',
      ...byteSize('1MiB'),
    },
    maxSandboxes: {
      help: 'maximum number of sandboxes (the longest idle are evicted)',
      default: 1000,
      ...wholeNumber(2, 100_000),
    },
    maxPetMemory: {
      help: 'memory limit for sandbox-owned pets; createPet answers 501 when reached',
      ...byteSize('256MiB'),
    },
    maxJournal: {
      help: "maximum number of exchanges in a sandbox's journal",
      default: 1_000,
      ...wholeNumber(0, 100_000),
    },
    maxJournalSize: {
      help: 'memory limit for all journals, without a store',
      ...byteSize('64MiB'),
    },
  }),
};

export type OptionName = keyof typeof optionTable;
export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/**
 * The options of a simulator. Each is also an environment variable (`ANIMAL_STORE_LOG_LEVEL`), a key of a config
 * file (`logLevel`), and in most cases a flag (`--log-level`). A wrong value throws a `UsageError` that names the
 * option and the allowed values.
 */
export interface SimulatorOptions extends InputsOf<typeof optionTable> {
  /** Path of a JSON file with any of these options; options set elsewhere override it. */
  readonly config?: string;
}

/** All options, checked; none is missing. */
export type ResolvedOptions = ValuesOf<typeof optionTable>;
