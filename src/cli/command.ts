import { type ParseArgsConfig, parseArgs } from 'node:util';
import {
  formatFlag,
  formatVariable,
  type OptionEntry,
  type OptionTable,
  type RawOptions,
  readOptions,
  type ValuesOf,
} from '../options/option.js';
import { resolveOptions } from '../options/portable.js';
import { mergeRawOptions, readConfigFile } from '../options/resolve.js';
import { type LogLevel, optionNames, optionTable, type ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';

/** A row of a table of options; `isHidden` in the help of a command that only passes it on. */
type FlagEntry = Pick<
  OptionEntry<unknown>,
  'flag' | 'help' | 'group' | 'defaultText' | 'repeatable'
> & { readonly isHidden?: boolean };
export type FlagTable = Readonly<Record<string, FlagEntry>>;

/** The values of flags by their names in the table. */
export type Flags = Readonly<Record<string, unknown>>;

export interface Command {
  readonly name: string;
  /** What follows its name: `[options]`. */
  readonly usage: string;
  readonly description: string;
  /** The end of its help. */
  readonly details: string;
  readonly flags: FlagTable;
  /** Whether it takes a command to run, after its own flags. */
  readonly takesCommand?: true;
  run(flags: Flags, childCommand: readonly string[]): Promise<void>;
}

export function hideFlags(table: FlagTable, except: readonly string[] = []): FlagTable {
  const entries = Object.entries(table).filter(([name]) => !except.includes(name));
  return Object.fromEntries(entries.map(([name, entry]) => [name, { ...entry, isHidden: true }]));
}

/**
 * Parses the arguments of a command.
 *
 * @returns undefined when they ask for its help
 * @throws {UsageError} that names the wrong argument
 */
export function parseFlags(
  command: Command,
  args: readonly string[],
): { readonly flags: Flags; readonly childCommand: readonly string[] } | undefined {
  const fail = (message: string) =>
    new UsageError(`${message}\nanimal-store ${command.name} --help shows all options.`);
  const names = new Map<string, string>();
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const [name, { flag, repeatable: multiple = false }] of Object.entries(command.flags)) {
    if (flag !== undefined) {
      const long = formatFlag({ flag }).slice(2);
      names.set(long, name);
      options[long] = { type: flag.includes('<') ? 'string' : 'boolean', multiple };
    }
  }
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  // Everything from the first other argument on belongs to the command to run.
  const end = tokens.find(({ kind }) => kind !== 'option');
  const own = args.slice(0, end?.index);
  const used = tokens.flatMap((token) =>
    token.kind === 'option' && token.index < own.length ? token : [],
  );
  if (used.some(({ name }) => name === 'help')) {
    return undefined;
  }
  const unknown = used.find(({ name }) => !names.has(name));
  if (unknown !== undefined) {
    throw fail(`Unknown option '${unknown.rawName}'.`);
  }
  const childCommand = args.slice(own.length + (end?.kind === 'option-terminator' ? 1 : 0));
  const [word] = childCommand;
  if (word !== undefined && !command.takesCommand) {
    throw new UsageError(
      `animal-store ${command.name} does not take the argument ${JSON.stringify(word)}. ` +
        'Set options as flags; --help shows all options.',
    );
  }
  try {
    const { values } = parseArgs({ args: own, options });
    const flags = Object.entries(values).map(([long, value]) => [names.get(long), value]);
    return { flags: Object.fromEntries(flags), childCommand };
  } catch (error) {
    // The value of a flag is missing, or there is one too many.
    throw fail((error as Error).message);
  }
}

/**
 * Finds the options of a command that are set.
 *
 * @param variables names of those that are environment variables, too; flags override them
 */
export function gatherFlags<Name extends string>(
  table: Readonly<Record<Name, { readonly flag?: string }>>,
  flags: Flags,
  variables: readonly Name[] = [],
): RawOptions<Name> {
  const raw: RawOptions<Name> = {};
  for (const name of Object.keys(table) as Name[]) {
    const label = formatVariable(name);
    const variable = variables.includes(name) ? process.env[label] : undefined;
    if (flags[name] !== undefined) {
      raw[name] = { value: flags[name], label: formatFlag(table[name]) };
    } else if (variable !== undefined && variable !== '') {
      // Many tools set an empty one for one that is not set.
      raw[name] = { value: variable, label };
    }
  }
  return raw;
}

/** Reads the options of a command; some may be environment variables, too. */
export function readFlags<Table extends OptionTable>(
  table: Table,
  flags: Flags,
  variables: readonly (keyof Table & string)[] = [],
): ValuesOf<Table> {
  return readOptions(
    table,
    gatherFlags<string>(table, flags, variables) as RawOptions<keyof Table>,
  );
}

/** Defaults that differ from the TypeScript API, and from command to command. */
export interface CommandDefaults {
  readonly port: number;
  readonly logLevel: LogLevel;
}

export const configFlag = {
  flag: '--config <file>',
  group: 'Files',
  help: 'JSON file of options (ANIMAL_STORE_CONFIG)',
};

/**
 * Resolves the options of the simulator: flags override environment variables, which override the config file.
 *
 * @throws {UsageError} when an option is wrong, or the config file can't be read
 */
export function resolveFlags(flags: Flags, defaults: CommandDefaults): ResolvedOptions {
  const { config } = gatherFlags({ config: configFlag }, flags, ['config']);
  const raw = [
    config === undefined ? {} : readConfigFile(config),
    gatherFlags(optionTable, {}, optionNames),
    gatherFlags(optionTable, flags),
  ].reduce(mergeRawOptions, {
    port: { value: defaults.port, label: '--port' },
    logLevel: { value: defaults.logLevel, label: '--log-level' },
  });
  return resolveOptions(raw);
}
