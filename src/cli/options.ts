import { type Command, Option } from 'commander';
import { omitUndefined } from '../admin/schemas.js';
import { readOneOf } from '../options/readers.js';
import {
  mergeRawOptions,
  type RawOption,
  type RawOptions,
  readConfigFile,
  readOption,
} from '../options/resolve.js';
import { type LogLevel, type OptionName, optionNames, optionTable } from '../options/table.js';

/** Defaults that differ from the programmatic API, and from command to command. */
export interface CommandDefaults {
  readonly port: number;
  readonly logLevel: LogLevel;
}

/** `--max-body` */
export function getFlagName(name: OptionName): string {
  return optionTable[name].flag.split(' ')[0] as string;
}

/** `--max-body` is `ANIMAL_STORE_MAX_BODY`. */
function getVariableName(name: OptionName | 'config'): string {
  const flag = name === 'config' ? '--config' : getFlagName(name);
  return `ANIMAL_STORE_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
}

/** Collects the values of a repeatable flag. */
export const collect = (value: string, before: readonly string[] = []) => [...before, value];

interface OptionSelection {
  /** Default: all. */
  readonly names?: readonly OptionName[];
  /** Whether only `animal-store start --help` shows them. */
  readonly hidden?: boolean;
}

/** Adds options of the table to a command, in their groups. */
export function addOptions(
  command: Command,
  defaults: CommandDefaults,
  { names = optionNames, hidden = false }: OptionSelection = {},
): Command {
  const own: Partial<Record<OptionName, unknown>> = { ...defaults };
  for (const name of names) {
    const entry = optionTable[name];
    const repeatable = 'repeatable' in entry && entry.repeatable;
    const repeat = repeatable ? '; repeatable' : '';
    const option = new Option(
      entry.flag,
      `${entry.help}${repeat} (default: ${own[name] ?? entry.shown})`,
    );
    command.addOption(
      (repeatable ? option.argParser(collect) : option)
        .helpGroup(`${entry.group}:`)
        .hideHelp(hidden),
    );
  }
  const config = new Option('--config <file>', 'JSON file of options');
  command.addOption(config.helpGroup('Files:'));
  return showErrorsAsSentences(command, `animal-store ${command.name()} --help shows all options.`);
}

/** `error: unknown option '--prot'\n(Did you mean --port?)` becomes two sentences on one line. */
function formatCommanderError(text: string): string {
  const [error = '', hint = ''] = text.replace(/^error: /, '').split('\n');
  const message = error.replace(/ argument missing$/, ' requires a value').replace(/\.$/, '');
  const suggestion = /^\((.*)\)$/.exec(hint)?.[1];
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return `${sentence}${suggestion === undefined ? '' : ` ${suggestion}`}\n`;
}

/** Reports wrong usage as a sentence, followed by where to read on. */
export function showErrorsAsSentences(command: Command, readOn: string): Command {
  return command
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(readOn)
    .configureOutput({ outputError: (text, write) => write(formatCommanderError(text)) });
}

function readFlagOptions(flags: Readonly<Record<string, unknown>>): RawOptions {
  const raw: RawOptions = {};
  for (const name of optionNames) {
    if (flags[name] !== undefined) {
      raw[name] = { value: flags[name], label: getFlagName(name) };
    }
  }
  return raw;
}

function readVariables(environment: NodeJS.ProcessEnv): RawOptions {
  const raw: Partial<Record<OptionName, RawOption>> = {};
  for (const name of optionNames) {
    const label = getVariableName(name);
    const value = environment[label];
    // Many tools set an empty variable for one that is not set.
    if (value !== undefined && value !== '') {
      raw[name] = { value, label };
    }
  }
  return raw;
}

function readConfig(flag: string | undefined, variable: string | undefined): RawOptions {
  if (flag !== undefined) {
    return readConfigFile(flag, '--config');
  }
  return variable ? readConfigFile(variable, getVariableName('config')) : {};
}

/** Flags override environment variables, which override the config file. */
export function gatherOptions(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  defaults: CommandDefaults,
): RawOptions {
  return [
    readConfig(flags.config as string | undefined, environment[getVariableName('config')]),
    readVariables(environment),
    readFlagOptions(flags),
  ].reduce(mergeRawOptions, {
    port: { value: defaults.port, label: '--port' },
    logLevel: { value: defaults.logLevel, label: '--log-level' },
  });
}

/** How the text of a flag is read, and the legal values for the message. */
interface FlagReader<Value> {
  readonly legal: string;
  readonly read: (raw: unknown) => Value | undefined;
}

/** Reads one of several names. */
export function createNameReader<Name extends string>(names: readonly Name[]): FlagReader<Name> {
  return { legal: `one of ${names.join(', ')}`, read: readOneOf(names) };
}

/** The value of a flag; undefined when it is not set. */
export function readFlag<Value>(
  flag: string,
  raw: unknown,
  reader: FlagReader<Value>,
): Value | undefined {
  return raw === undefined ? undefined : readOption(reader, { value: raw, label: flag });
}

/** The values of the flags that are set, by name. */
export function readFlags(
  flags: Readonly<Record<string, string | undefined>>,
  readers: Readonly<Record<string, FlagReader<unknown>>>,
): Record<string, unknown> {
  const values = Object.entries(readers).map(([name, reader]) => [
    name,
    readFlag(`--${name}`, flags[name], reader),
  ]);
  return omitUndefined(Object.fromEntries(values));
}
