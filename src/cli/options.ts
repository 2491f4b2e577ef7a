import { type Command, Option } from 'commander';
import { readTextList } from '../options/readers.js';
import {
  mergeRawOptions,
  type RawOption,
  type RawOptions,
  readConfigFile,
  readOption,
  UsageError,
} from '../options/resolve.js';
import { type LogLevel, type OptionName, optionNames, optionTable } from '../options/table.js';
import type { Variables } from './process/ending.js';

/** What differs on the command line, and with the command. */
export interface ShellDefaults {
  readonly port: number;
  readonly logLevel: LogLevel;
}

export function flagName(name: OptionName): string {
  return optionTable[name].flag.split(' ')[0] as string;
}

/** `--max-body` is `ANIMAL_STORE_MAX_BODY`. */
function environmentName(name: OptionName | 'config'): string {
  const flag = name === 'config' ? '--config' : flagName(name);
  return `ANIMAL_STORE_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;
}

/** Gathers what a repeatable flag was given. */
export const gather = (value: string, before: readonly string[] = []) => [...before, value];

/** Adds options of the table to a command, in their groups. */
export function addOptions(
  command: Command,
  defaults: Partial<ShellDefaults>,
  names: readonly OptionName[] = optionNames,
): Command {
  const own: Readonly<Record<string, unknown>> = defaults;
  for (const name of names) {
    const entry = optionTable[name];
    const repeatable = 'repeatable' in entry && entry.repeatable;
    const repeat = repeatable ? '; repeatable' : '';
    const option = new Option(
      entry.flag,
      `${entry.help}${repeat} (default: ${own[name] ?? entry.shown})`,
    );
    command.addOption(
      (repeatable ? option.argParser(gather) : option).helpGroup(`${entry.group}:`),
    );
  }
  const config = new Option('--config <file>', 'a JSON file with any of these options');
  command.addOption(config.helpGroup('Other:'));
  const word = command.name() === 'start' ? '' : `${command.name()} `;
  return showErrorsAsSentences(command, `animal-store ${word}--help shows all options.`);
}

/** Wrong usage is answered with a sentence, and with where to read on. */
export function showErrorsAsSentences(command: Command, readOn: string): Command {
  return command
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError(readOn)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, '')) });
}

function fromFlags(flags: Readonly<Record<string, unknown>>): RawOptions {
  const raw: RawOptions = {};
  for (const name of optionNames) {
    if (flags[name] !== undefined) {
      raw[name] = { value: flags[name], label: flagName(name) };
    }
  }
  return raw;
}

function fromEnvironment(environment: NodeJS.ProcessEnv): RawOptions {
  const raw: Partial<Record<OptionName, RawOption>> = {};
  for (const name of optionNames) {
    const variable = environmentName(name);
    const value = environment[variable];
    // An empty variable is how many tools say that there is none.
    if (value !== undefined && value !== '') {
      raw[name] = { value, label: variable };
    }
  }
  return raw;
}

function fromConfigFile(flag: string | undefined, variable: string | undefined): RawOptions {
  if (flag !== undefined) {
    return readConfigFile(flag, '--config');
  }
  return variable ? readConfigFile(variable, environmentName('config')) : {};
}

/** Flags go before environment variables, and those before the config file. */
export function gatherOptions(
  flags: Readonly<Record<string, unknown>>,
  environment: NodeJS.ProcessEnv,
  defaults: ShellDefaults,
): RawOptions {
  return [
    fromConfigFile(flags.config as string | undefined, environment[environmentName('config')]),
    fromEnvironment(environment),
    fromFlags(flags),
  ].reduce(mergeRawOptions, {
    port: { value: defaults.port, label: '--port' },
    logLevel: { value: defaults.logLevel, label: '--log-level' },
  });
}

const flags = {
  env: { flag: '--env', help: 'also set this variable to the address of the service' },
  envKey: { flag: '--env-key', help: 'also set this variable to the API key' },
} as const;

/** Adds what a command that runs another one takes: that command, and names for its variables. */
export function addCommandLine(command: Command): Command {
  command.argument('[command...]', 'the command to run, after --').passThroughOptions();
  for (const { flag, help } of Object.values(flags)) {
    const option = new Option(`${flag} <name>`, `${help}; repeatable`).argParser(gather);
    command.addOption(option.helpGroup('Command:'));
  }
  return command;
}

function readNames(raw: unknown): readonly string[] | undefined {
  const names = readTextList(raw);
  return names?.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) ? names : undefined;
}

/** @throws {UsageError} for what is no name of a variable */
export function readVariables(given: Readonly<Record<string, unknown>>): Variables {
  const legal = 'the name of an environment variable, such as API_URL';
  const read = (name: keyof typeof flags) =>
    given[name] === undefined
      ? []
      : readOption({ legal, read: readNames }, { value: given[name], label: flags[name].flag });
  return { url: read('env'), apiKey: read('envKey') };
}

/** @throws {UsageError} when there is no command to run */
export function checkCommand(command: readonly string[], word: string): void {
  if (command.length === 0 || command[0] === '') {
    throw new UsageError(
      `There is no command to run. Say it after --, as in: animal-store ${word} -- npm test`,
    );
  }
}
