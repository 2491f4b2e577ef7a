import { type AllowedNote, allowableNotes, findingKinds } from '../engine/choices/notes.js';
import { type Choices, profileNames, resolveChoices } from '../engine/choices/open-points.js';
import type { CorsOrigins } from '../engine/interface/headers.js';
import type { ClockSetting } from '../engine/sandbox/clock.js';
import { maxDelay } from '../engine/sandbox/preferences.js';
import * as read from './readers.js';
import { legalChoicesFor, readChoices } from './readers.js';

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];
const logFormats = ['auto', 'pretty', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/** One option: where it is shown, what it does unasked, and how a raw value is read. */
interface OptionEntry<Value> {
  /** As on the command line; the environment variable and the key have the same name. */
  readonly flag: string;
  readonly group: 'Address' | 'Pets' | 'Behaviour' | 'Access' | 'Logs' | 'Limits';
  readonly help: string;
  /** How the default is shown. */
  readonly shown: string;
  readonly default: Value;
  readonly repeatable?: true;
  /** The legal values, to end the sentence `--port must be …`. */
  readonly legal: string | ((raw: unknown) => string);
  readonly read: (raw: unknown) => Value | undefined;
}

function option<Value>(entry: OptionEntry<Value>): OptionEntry<Value> {
  return entry;
}

/** Whether a browser would send the text as an origin: in lower case, without the usual port. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function readOrigins(raw: unknown): CorsOrigins | undefined {
  const origins = read.textList(raw);
  const [only] = origins ?? [];
  if (origins?.length === 1 && (only === '*' || only === 'none')) {
    return only === '*' ? '*' : [];
  }
  return origins?.every(isOrigin) ? origins : undefined;
}

function readApiKeys(raw: unknown): readonly string[] | undefined {
  const keys = read.textList(raw);
  return keys?.every((key) => /^[A-Za-z0-9\-._~+/]+=*$/.test(key)) ? keys : undefined;
}

/** The one table of the options: flags, environment, config file, help and checks derive from it. */
export const optionTable = {
  port: option({
    flag: '--port <port>',
    group: 'Address',
    help: 'port to listen on; 0 picks a free one',
    shown: '4010',
    default: 0,
    legal: 'a whole number from 0 to 65535',
    read: read.wholeNumber(0, 65_535),
  }),
  host: option({
    flag: '--host <host>',
    group: 'Address',
    help: 'host name or address to listen on',
    shown: '127.0.0.1',
    default: '127.0.0.1',
    legal: 'a host name or an address, such as 127.0.0.1 or 0.0.0.0',
    read: read.nonEmptyText,
  }),
  seed: option({
    flag: '--seed <number>',
    group: 'Pets',
    help: 'seed of all that looks random',
    shown: '1',
    default: 1,
    legal: 'a whole number from 0 to 4294967295',
    read: read.wholeNumber(0, 4_294_967_295),
  }),
  pets: option({
    flag: '--pets <count>',
    group: 'Pets',
    help: 'how many pets are seeded',
    shown: '50',
    default: 50,
    legal: 'a whole number from 0 to 1000000',
    read: read.wholeNumber(0, 1_000_000),
  }),
  fixture: option({
    flag: '--fixture <name|file>',
    group: 'Pets',
    help: 'start with this catalogue: empty, every-status, large-ids, tricky-names, or a JSON file with an array of Pet',
    shown: 'default',
    default: 'default',
    legal: 'the name of a fixture or the path of a JSON file',
    read: read.nonEmptyText,
  }),
  profile: option({
    flag: '--profile <name>',
    group: 'Behaviour',
    help: `what to do where the document is silent: ${profileNames.join(', ')}`,
    shown: 'default',
    default: 'default' as (typeof profileNames)[number],
    legal: `one of ${profileNames.join(', ')}`,
    read: read.oneOf(profileNames),
  }),
  choose: option({
    flag: '--choose <point=choice>',
    group: 'Behaviour',
    help: 'the choice for one open point (animal-store --help lists them)',
    shown: 'as the profile says',
    default: {} as Partial<Choices>,
    repeatable: true,
    legal: legalChoicesFor,
    read: readChoices,
  }),
  clock: option({
    flag: '--clock <real|instant>',
    group: 'Behaviour',
    help: 'real, or freeze the time, such as 2030-12-05T00:00:00Z',
    shown: 'real',
    default: 'real' as ClockSetting,
    legal: 'real or an instant such as 2030-12-05T00:00:00Z (ISO 8601)',
    read: (raw: unknown): ClockSetting | undefined => (raw === 'real' ? raw : read.instant(raw)),
  }),
  allow: option({
    flag: '--allow <notes>',
    group: 'Behaviour',
    help: `what may be brought up on purpose, so that --fail-on passes it: ${findingKinds.join(', ')}, or an open point`,
    shown: 'none',
    default: [] as readonly AllowedNote[],
    repeatable: true,
    legal: `one or more of ${allowableNotes.join(', ')}`,
    read: read.listOf(allowableNotes),
  }),
  latency: option({
    flag: '--latency <ms|from-to>',
    group: 'Behaviour',
    help: 'milliseconds that every answer takes, such as 200 or 100-300',
    shown: '0',
    default: { from: 0, to: 0 } as read.Range,
    legal: `milliseconds up to ${maxDelay}, such as 200, or a range such as 100-300`,
    read: read.milliseconds(maxDelay),
  }),
  deprecatedSince: option({
    flag: '--deprecated-since <day>',
    group: 'Behaviour',
    help: 'send the header Deprecation on getPet (the document states no date)',
    shown: 'not sent',
    default: undefined as Date | undefined,
    legal: 'a day such as 2026-01-31 (ISO 8601)',
    read: read.instant,
  }),
  apiKey: option({
    flag: '--api-key <key>',
    group: 'Access',
    help: 'a key that is valid',
    shown: 'test-key',
    default: ['test-key'] as readonly string[],
    repeatable: true,
    legal: 'letters, digits and - . _ ~ + / (RFC 6750), such as test-key',
    read: readApiKeys,
  }),
  corsOrigin: option({
    flag: '--cors-origin <origin>',
    group: 'Access',
    help: 'an origin that browser apps may call from, * for all, none for no one',
    shown: '*',
    default: '*' as CorsOrigins,
    repeatable: true,
    legal:
      '*, none, or an origin as browsers send it (lower case, no path, no usual port), such as ' +
      'http://localhost:3000',
    read: readOrigins,
  }),
  adminToken: option({
    flag: '--admin-token <token>',
    group: 'Access',
    help: "a token that the simulator's own interface asks for; without one it is closed beyond loopback",
    shown: 'none',
    default: undefined as string | undefined,
    legal: 'printable characters without spaces',
    read: read.printableText,
  }),
  logLevel: option({
    flag: '--log-level <level>',
    group: 'Logs',
    help: logLevels.join(', '),
    shown: 'info',
    default: 'silent' as LogLevel,
    legal: `one of ${logLevels.join(', ')}`,
    read: read.oneOf(logLevels),
  }),
  logFormat: option({
    flag: '--log-format <format>',
    group: 'Logs',
    help: `${logFormats.join(', ')}; auto is pretty on a terminal, json otherwise`,
    shown: 'auto',
    default: 'auto' as LogFormat,
    legal: `one of ${logFormats.join(', ')}`,
    read: read.oneOf(logFormats),
  }),
  maxBody: option({
    flag: '--max-body <size>',
    group: 'Limits',
    help: 'largest body; beyond it the answer is 413',
    shown: '1MiB',
    default: 1024 ** 2,
    legal: 'a size from 1 byte to 1024MiB, such as 65536, 64KiB or 1MiB',
    read: read.bytes,
  }),
  maxSandboxes: option({
    flag: '--max-sandboxes <count>',
    group: 'Limits',
    help: 'how many sandboxes are kept; the longest idle one goes first',
    shown: '1000',
    default: 1000,
    legal: 'a whole number from 2 to 100000',
    read: read.wholeNumber(2, 100_000),
  }),
  maxCatalogues: option({
    flag: '--max-catalogues <size>',
    group: 'Limits',
    help: 'memory for the pets of all sandboxes, but for those that they share; beyond it none is created',
    shown: '256MiB',
    default: 256 * 1024 ** 2,
    legal: 'a size from 1 byte to 1024MiB, such as 65536, 64KiB or 256MiB',
    read: read.bytes,
  }),
  maxJournal: option({
    flag: '--max-journal <count>',
    group: 'Limits',
    help: 'how many exchanges the journal of each sandbox keeps',
    shown: '1000',
    default: 1_000,
    legal: 'a whole number from 0 to 100000',
    read: read.wholeNumber(0, 100_000),
  }),
};

export type OptionName = keyof typeof optionTable;
export const optionNames = Object.keys(optionTable) as readonly OptionName[];

/** All options with legal values; nothing is missing. */
export type ResolvedOptions = {
  readonly [Name in OptionName]: (typeof optionTable)[Name]['default'];
};

/** The choices for all open points that profile and single choices come to. */
export function resolvedChoices({ profile, choose }: ResolvedOptions): Choices {
  return resolveChoices(profile, choose);
}
