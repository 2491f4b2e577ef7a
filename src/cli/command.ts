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
import { optionNames, optionTable, type ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';

/** A row of a table of options, or the parts of it that flags need. */
type FlagRow = Partial<OptionEntry<unknown>> & { readonly help: string };
type FlagTable = Readonly<Record<string, FlagRow>>;

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
  /** Flags of `start` that work too; its help does not repeat them. */
  readonly startFlags?: FlagTable;
  /** Whether it takes a command to run, after its own flags. */
  readonly takesCommand?: true;
  /** Whether it takes files, before, between or after its flags. */
  readonly takesFiles?: true;
  /** @param words the command to run, or the files */
  run(flags: Flags, words: readonly string[]): Promise<void>;
}

/** Whether so many edits turn one text into the other: a character more, fewer, replaced or swapped with the next. */
function isNear(one: string, other: string, edits: number): boolean {
  if (one === other || edits < 0) {
    return edits >= 0;
  }
  if (one[0] === other[0]) {
    return isNear(one.slice(1), other.slice(1), edits);
  }
  const isSwapped = one[0] === other[1] && one[1] === other[0];
  return (
    isNear(one.slice(1), other, edits - 1) ||
    isNear(one, other.slice(1), edits - 1) ||
    isNear(one.slice(1), other.slice(1), edits - 1) ||
    (isSwapped && isNear(one.slice(2), other.slice(2), edits - 1))
  );
}

/** Finds the name that a mistyped one stands for; undefined when none is near. */
function findNearest(mistyped: string, names: readonly string[]): string | undefined {
  const allowed = mistyped.length > 4 ? [1, 2] : [1];
  return allowed.flatMap((edits) => names.find((name) => isNear(mistyped, name, edits)) ?? [])[0];
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
  const { takesFiles = false } = command;
  const rows = Object.entries<FlagRow>({ ...command.startFlags, ...command.flags });
  const options: NonNullable<ParseArgsConfig['options']> = {};
  const names = new Map<string, string>();
  for (const [name, { flag, repeatable: multiple = false }] of rows) {
    if (flag !== undefined) {
      const word = formatFlag({ flag }).slice(2);
      options[word] = { type: flag.includes('<') ? 'string' : 'boolean', multiple };
      names.set(word, name);
    }
  }
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  // Everything from the first other argument on belongs to the command to run.
  const end = takesFiles ? undefined : tokens.find(({ kind }) => kind !== 'option');
  const own = args.slice(0, end?.index);
  if (own.includes('--help') || own.includes('-h')) {
    return undefined;
  }
  const childCommand = args.slice(own.length + (end?.kind === 'option-terminator' ? 1 : 0));
  const [word] = childCommand;
  try {
    const { values, positionals } = parseArgs({ args: own, options, allowPositionals: takesFiles });
    if (word !== undefined && !command.takesCommand) {
      throw new Error(
        `It does not take the argument ${JSON.stringify(word)}. Set options as flags.`,
      );
    }
    const flags = Object.entries(values).map(([word, value]) => [names.get(word), value]);
    return {
      flags: Object.fromEntries(flags),
      childCommand: takesFiles ? positionals : childCommand,
    };
  } catch (error) {
    const [, unknown] = /^Unknown option '--([^']+)'/.exec((error as Error).message) ?? [];
    const nearest = unknown && findNearest(unknown, Object.keys(options));
    const advice = nearest ? `. Did you mean --${nearest}?` : '';
    throw new UsageError(
      `${(error as Error).message}${advice}\nanimal-store ${command.name} --help shows all options.`,
    );
  }
}

/**
 * Checks the names of variables. One that resembles none may be the app's own.
 *
 * @param options names of those that are variables
 * @throws {UsageError} for one that is almost the variable of an option
 */
export function checkVariables(options: readonly string[]): void {
  const prefix = formatVariable('');
  const known = options.map((name) => formatVariable(name).slice(prefix.length));
  for (const [variable, value] of Object.entries(process.env)) {
    const name = variable.startsWith(prefix) && value ? variable.slice(prefix.length) : '';
    const nearest = known.includes(name) ? undefined : findNearest(name, known);
    if (nearest !== undefined) {
      throw new UsageError(
        `The variable ${variable} is unknown. Did you mean ${prefix}${nearest}? Correct its name, or unset it.`,
      );
    }
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
    const value = variables.includes(name) ? process.env[label] : undefined;
    if (flags[name] !== undefined) {
      raw[name] = { value: flags[name], label: formatFlag(table[name]) };
    } else if (value) {
      // Many tools set an empty one for one that is not set.
      raw[name] = { value, label };
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
export type CommandDefaults = Pick<ResolvedOptions, 'port' | 'logLevel'>;

export const configFlag = {
  flag: '--config <file>',
  group: 'Files and logs',
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

/**
 * The same, for what needs other responses in each run.
 *
 * @throws {UsageError} in front of a service, too
 */
export function resolveOwnFlags(
  subject: string,
  flags: Flags,
  defaults: CommandDefaults,
): ResolvedOptions {
  const options = resolveFlags(flags, defaults);
  if (options.upstream !== undefined) {
    throw new UsageError(
      `${subject} and --upstream must not be used together: the service decides its responses. Remove --upstream.`,
    );
  }
  return options;
}
