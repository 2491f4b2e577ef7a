import { parseArgs } from 'node:util';
import { omitUndefined } from '../engine/interface/json.js';
import {
  mergeRawOptions,
  type RawOption,
  type RawOptions,
  readOption,
} from '../options/raw-options.js';
import type { Readable } from '../options/readers.js';
import { readConfigFile } from '../options/resolve.js';
import { type LogLevel, optionNames, optionTable } from '../options/table.js';

/** Defaults that differ from the programmatic API, and from command to command. */
export interface CommandDefaults {
  readonly port: number;
  readonly logLevel: LogLevel;
}

export type Flags = Readonly<Record<string, unknown>>;

/** A flag of a command: `--port <port>`, or `--watch` without a value. */
export interface FlagEntry {
  readonly flag: string;
  readonly help: string;
  readonly repeatable?: true;
}

/** A flag in the help of a command. */
export interface ListedFlag extends FlagEntry {
  readonly group: string;
  /** The default as people read it. */
  readonly shown?: string;
}

export const configFlag: ListedFlag = {
  flag: '--config <file>',
  group: 'Files',
  help: 'JSON file of options (ANIMAL_STORE_CONFIG)',
};

/**
 * Parses flags that are correct. Commander parses the others: it describes mistakes and prints help, but
 * loading and preparing it takes 3 ms, a sixth of what a start takes beside Node.js.
 *
 * @returns undefined for `--help`, an argument, or a mistake
 */
export function parseFlags(
  args: readonly string[],
  table: Readonly<Record<string, FlagEntry>>,
): Flags | undefined {
  const entries = Object.entries(table).map(([name, { flag, repeatable = false }]) => {
    const [long = '', value] = flag.slice('--'.length).split(' ');
    const type = value === undefined ? ('boolean' as const) : ('string' as const);
    return { name, long, config: { type, multiple: repeatable } };
  });
  const options = Object.fromEntries(entries.map(({ long, config }) => [long, config]));
  try {
    const { values } = parseArgs({ args: [...args], options });
    return omitUndefined(Object.fromEntries(entries.map(({ name, long }) => [name, values[long]])));
  } catch {
    return undefined;
  }
}

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
  const file = readFlagOptions({ config: configFlag }, flags).config ?? config;
  return [
    file === undefined ? {} : readConfigFile(file),
    variables,
    readFlagOptions(optionTable, flags),
  ].reduce(mergeRawOptions, {
    port: { value: defaults.port, label: '--port' },
    logLevel: { value: defaults.logLevel, label: '--log-level' },
  });
}

/** The value of a flag; undefined when it is not set. */
export function readFlag<Value>(
  flag: string,
  raw: unknown,
  reader: Readable<Value>,
): Value | undefined {
  return raw === undefined ? undefined : readOption(reader, { value: raw, label: flag });
}
