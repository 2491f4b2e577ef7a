import { type ParseArgsConfig, parseArgs } from 'node:util';
import { findNearest, suggest } from '../base/nearest.js';
import { refuseTogether, UsageError } from '../base/usage-error.js';
import { mergeRawOptions, readConfigFile } from '../options/config-file.js';
import {
  defineOptions,
  formatFlag,
  formatVariable,
  type OptionTable,
  type RawOption,
  readOption,
  readOptions,
  type ValuesOf,
} from '../options/option.js';
import { filePath } from '../options/readers.js';
import { resolveOptions } from '../options/resolve.js';
import { optionNames, optionTable, type ResolvedOptions } from '../options/table.js';

export type Flags = Readonly<Record<string, unknown>>;

export interface Command {
  /** Arguments after the command's name (default: `[options]`). */
  readonly usage?: string;
  readonly description: string;
  readonly details: string;
  readonly flags: OptionTable;
  /** Flags of `start` that work too; its help does not repeat them. */
  readonly startFlags?: OptionTable;
  /** Arguments besides flags: a command to run, after its own flags, or files, anywhere. */
  readonly takes?: 'command' | 'files';
  run(flags: Flags, words: readonly string[]): Promise<void>;
}

/** Parses the arguments of a command; returns undefined when they ask for its help. */
export function parseFlags(name: string, command: Command, args: readonly string[]) {
  const takesFiles = command.takes === 'files';
  const table: OptionTable = { ...command.startFlags, ...command.flags };
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const row of Object.values(table)) {
    if (row.flag !== undefined) {
      const type = row.flag.includes('<') ? 'string' : 'boolean';
      options[formatFlag(row).slice(2)] = { type, multiple: row.repeatable ?? false };
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
    if (word !== undefined && command.takes !== 'command') {
      throw new Error(
        `It does not take the argument ${JSON.stringify(word)}. Set options as flags.`,
      );
    }
    const flags: Flags = Object.fromEntries(
      Object.entries(table).map(([option, row]) => [option, values[formatFlag(row).slice(2)]]),
    );
    return { flags, words: takesFiles ? positionals : childCommand };
  } catch (error) {
    const { message } = error as Error;
    const [, flag = ''] =
      /^Option '(--[\w-]+).* argument (?:is ambiguous|missing)/.exec(message) ?? [];
    const row = Object.values(table).find((one) => flag && formatFlag(one) === flag);
    if (row !== undefined) {
      readOption(row, { value: own[own.lastIndexOf(flag) + 1] ?? '', label: flag });
    }
    const [, unknown = ''] = /^Unknown option '(--[^']+)'/.exec(message) ?? [];
    const flags = Object.keys(options).map((option) => `--${option}`);
    const text = message.replace(/\.?$/, `.${suggest(unknown, flags)}`);
    throw new UsageError(`${text}\nanimal-store ${name} --help shows all options.`);
  }
}

/** Refuses a variable that is almost that of an option; one that resembles none may be the app's own. */
export function checkVariables(options: readonly string[]): void {
  const prefix = formatVariable('');
  const known = options.map((name) => formatVariable(name).slice(prefix.length));
  const set = Object.keys(process.env).filter(
    (name) => name.startsWith(prefix) && process.env[name],
  );
  for (const variable of set) {
    const name = variable.slice(prefix.length);
    const nearest = known.includes(name) ? undefined : findNearest(name, known);
    if (nearest !== undefined) {
      throw new UsageError(
        `The variable ${variable} is unknown. Did you mean ${prefix}${nearest}? Correct its name, or unset it.`,
      );
    }
  }
}

/** Finds the options of a table that are set, by variables of these names and by flags, which override them. */
function gatherOptions(table: OptionTable, flags: Flags, variables: readonly string[] = []) {
  const gathered: Record<string, RawOption> = {};
  for (const [name, row] of Object.entries(table)) {
    // A file of variables with CRLF ends each one with CR.
    const text = variables.includes(name) && process.env[formatVariable(name)]?.trim();
    // Kubernetes sets ANIMAL_STORE_PORT=tcp://… beside a service called animal-store.
    const variable = text && !text.startsWith('tcp://') && text;
    if (flags[name] !== undefined) {
      gathered[name] = { value: flags[name], label: formatFlag(row) };
    } else if (variable) {
      // Many tools set an empty one for one that is not set.
      gathered[name] = { value: variable, label: formatVariable(name) };
    }
  }
  return gathered;
}

/** Reads the options of a command; some may be environment variables, too. */
export const readFlags = <Table extends OptionTable>(
  table: Table,
  flags: Flags,
  variables: readonly (keyof Table & string)[] = [],
): ValuesOf<Table> =>
  readOptions(
    table,
    gatherOptions(table, flags, variables),
    (name) => `${formatFlag(table[name] ?? {})} (or ${formatVariable(name)})`,
  );

/** Defaults that differ from the TypeScript API, and from command to command. */
export type CommandDefaults = Pick<ResolvedOptions, 'port' | 'logLevel'>;

export const configFlag = defineOptions('Files and logs', {
  config: {
    flag: '--config <file>',
    help: 'JSON file of options (ANIMAL_STORE_CONFIG)',
    ...filePath('a JSON file'),
  },
});

/** Resolves the options of the simulator; `fixed` needs other responses in each run, so it excludes `--upstream`. */
export function resolveFlags(flags: Flags, defaults: CommandDefaults, fixed?: string) {
  const { config } = gatherOptions(configFlag, flags, ['config']);
  const raw = [
    gatherOptions(optionTable, { ...defaults }),
    config === undefined ? {} : readConfigFile(config),
    gatherOptions(optionTable, {}, optionNames),
    gatherOptions(optionTable, flags),
  ].reduce(mergeRawOptions);
  refuseTogether(fixed, raw.upstream && '--upstream', 'the service decides its responses');
  return resolveOptions(raw);
}
