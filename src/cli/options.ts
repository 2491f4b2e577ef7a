import { Command, Option } from 'commander';
import { omitUndefined } from '../admin/schemas.js';
import {
  mergeRawOptions,
  type RawOption,
  type RawOptions,
  readOption,
} from '../options/raw-options.js';
import { type Readable, readOneOf } from '../options/readers.js';
import { readConfigFile } from '../options/resolve.js';
import { type LogLevel, type OptionName, optionNames, optionTable } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';

/** Defaults that differ from the programmatic API, and from command to command. */
export interface CommandDefaults {
  readonly port: number;
  readonly logLevel: LogLevel;
}

/** Collects the values of a repeatable flag. */
export const collect = (value: string, before: readonly string[] = []) => [...before, value];

interface FlagEntry {
  readonly flag: string;
  readonly help: string;
  readonly repeatable?: true;
}

export function createOption({ flag, help, repeatable }: FlagEntry): Option {
  return repeatable
    ? new Option(flag, `${help}; repeatable`).argParser(collect)
    : new Option(flag, help);
}

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
    const { group, shown, ...entry } = optionTable[name];
    const option = createOption(entry).helpGroup(`${group}:`).hideHelp(hidden);
    option.description += ` (default: ${own[name] ?? shown})`;
    command.addOption(option);
  }
  return command.optionsGroup('Files:').option('--config <file>', 'JSON file of options');
}

/** `error: unknown option '--prot'\n(Did you mean --port?)` becomes two sentences on one line. */
function formatCommanderError(text: string): string {
  const [error = '', hint = ''] = text.replace(/^error: /, '').split('\n');
  const message = error.replace(/ argument missing$/, ' requires a value').replace(/\.$/, '');
  const suggestion = /^\((.*)\)$/.exec(hint)?.[1];
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return `${sentence}${suggestion === undefined ? '' : ` ${suggestion}`}\n`;
}

/** @throws {UsageError} for an argument that the command does not take */
function checkArguments(command: Command, name: string): void {
  const word = command.args[command.registeredArguments.length];
  if (word !== undefined && command.registeredArguments.at(-1)?.variadic !== true) {
    const names = command.commands.map((one) => one.name()).join(' and ');
    const subcommands = names === '' ? '' : ` Its subcommands are ${names}.`;
    const isNamed = command.options.some(({ long }) => long === '--sandbox');
    const hint = isNamed ? 'Name a sandbox with --sandbox <name>' : 'Set options as flags';
    throw new UsageError(
      `animal-store ${name} does not take the argument ${JSON.stringify(word)}.${subcommands} ` +
        `${hint}; --help shows all options.`,
    );
  }
}

/**
 * Creates a command that reports wrong usage as a sentence, followed by where to read on.
 *
 * @param name `reset`, `rules add`
 * @param details the end of its help
 */
export function createCommand(name: string, description: string, details = ''): Command {
  const command = new Command(name.split(' ').at(-1));
  return command
    .description(description)
    .helpOption('-h, --help', 'show this help')
    .addHelpText('after', details)
    .exitOverride()
    .allowExcessArguments()
    .hook('preAction', (_command, action) => {
      if (action === command) {
        checkArguments(command, name);
      }
    })
    .showHelpAfterError(`animal-store ${name} --help shows all options.`)
    .configureOutput({ outputError: (text, write) => write(formatCommanderError(text)) });
}

export type Flags = Readonly<Record<string, unknown>>;

/** Finds the flags that are set. */
export function readFlagOptions<Name extends string>(
  table: Readonly<Record<Name, { readonly flag: string }>>,
  flags: Flags,
): Partial<Record<Name, RawOption>> {
  const set = Object.entries<{ readonly flag: string }>(table).filter(
    ([name]) => flags[name] !== undefined,
  );
  const raw = set.map(([name, { flag }]) => [
    name,
    { value: flags[name], label: flag.split(' ')[0] },
  ]);
  return Object.fromEntries(raw);
}

/** Formats the name of an environment variable: `maxBody` is `ANIMAL_STORE_MAX_BODY`. */
export const formatVariable = (name: string) =>
  `ANIMAL_STORE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

/** Finds the environment variables that are set. Many tools set an empty one for one that is not. */
export function readVariables<Name extends string>(
  names: readonly Name[],
): Partial<Record<Name, RawOption>> {
  const raw: Partial<Record<Name, RawOption>> = {};
  for (const name of names) {
    const label = formatVariable(name);
    const value = process.env[label];
    if (value !== undefined && value !== '') {
      raw[name] = { value, label };
    }
  }
  return raw;
}

/** Flags override environment variables, which override the config file. */
export function gatherOptions(flags: Flags, defaults: CommandDefaults): RawOptions {
  const { config, ...variables } = readVariables([...optionNames, 'config']);
  const file = readFlagOptions({ config: { flag: '--config' } }, flags).config ?? config;
  return [
    file === undefined ? {} : readConfigFile(file),
    variables,
    readFlagOptions(optionTable, flags),
  ].reduce(mergeRawOptions, {
    port: { value: defaults.port, label: '--port' },
    logLevel: { value: defaults.logLevel, label: '--log-level' },
  });
}

export function createNameReader<Name extends string>(names: readonly Name[]): Readable<Name> {
  return { legal: `one of ${names.join(', ')}`, read: readOneOf(names) };
}

/** The value of a flag; undefined when it is not set. */
export function readFlag<Value>(
  flag: string,
  raw: unknown,
  reader: Readable<Value>,
): Value | undefined {
  return raw === undefined ? undefined : readOption(reader, { value: raw, label: flag });
}

/** The values of the flags that are set, by name. */
export function readFlags(
  flags: Flags,
  readers: Readonly<Record<string, Readable<unknown>>>,
): Record<string, unknown> {
  const values = Object.entries(readers).map(([name, reader]) => [
    name,
    readFlag(`--${name}`, flags[name], reader),
  ]);
  return omitUndefined(Object.fromEntries(values));
}
