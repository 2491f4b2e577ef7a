import { type OptionEntry, type RawOption, readOptions } from '../options/option.js';
import type { RawOptions } from '../options/portable.js';
import { mergeRawOptions, readConfigFile } from '../options/resolve.js';
import { type LogLevel, optionNames, optionTable } from '../options/table.js';
import type { FlagEntry, Flags } from './parse-flags.js';

/** Defaults that differ from the programmatic API, and from command to command. */
export interface CommandDefaults {
  readonly port: number;
  readonly logLevel: LogLevel;
}

export const configFlag = {
  flag: '--config <file>',
  group: 'Files',
  help: 'JSON file of options (ANIMAL_STORE_CONFIG)',
} satisfies FlagEntry;

/** Finds the flags that are set. */
export function readFlagOptions<Name extends string>(
  table: Readonly<Record<Name, { readonly flag?: string }>>,
  flags: Flags,
): Partial<Record<Name, RawOption>> {
  const set = Object.entries<{ readonly flag?: string }>(table).filter(
    ([name]) => flags[name] !== undefined,
  );
  const raw = set.map(([name, { flag }]) => [
    name,
    { value: flags[name], label: flag?.split(' ')[0] },
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

/** Reads the flags of a command; some may be environment variables instead. */
export function readFlags<Values extends object>(
  table: { readonly [Name in keyof Values]: OptionEntry<Values[Name]> },
  flags: Flags,
  variables: readonly (keyof Values & string)[] = [],
): Readonly<Values> {
  const raw = { ...readVariables(variables), ...readFlagOptions<string>({ ...table }, flags) };
  return readOptions<Values>(table, raw as Partial<Record<keyof Values, RawOption>>);
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
