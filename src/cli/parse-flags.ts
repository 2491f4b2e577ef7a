import { parseArgs } from 'node:util';
import { UsageError } from '../options/usage-error.js';

/** A flag of a command; the tables of options have these, too. */
export interface FlagEntry {
  /** `--port <port>`, `--watch` without a value, or `--broker [url]` with or without one. */
  readonly flag?: string;
  readonly help: string;
  /** Its heading in the help. Default: Options. */
  readonly group?: string;
  readonly defaultText?: string;
  readonly repeatable?: true;
  /** Names of flags that can't be used with it. */
  readonly conflicts?: readonly string[];
  readonly isHidden?: boolean;
}
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

/** The flags of a table, hidden in the help of a command that only passes them on. */
export function hideFlags(table: FlagTable, except: readonly string[] = []): FlagTable {
  const entries = Object.entries(table).filter(([name]) => !except.includes(name));
  return Object.fromEntries(entries.map(([name, entry]) => [name, { ...entry, isHidden: true }]));
}

/** The number of characters to add, remove or replace. */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, unit] of [...from].entries()) {
    const above = row;
    row = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] as number) + (unit === other ? 0 : 1);
      row.push(Math.min(replaced, (above[column + 1] as number) + 1, (row[column] as number) + 1));
    }
  }
  return row.at(-1) as number;
}

function suggestFlag(unknown: string, known: readonly string[]): string {
  const edits = (flag: string) => countEdits(unknown, flag);
  const [best = ''] = [...known].sort((one, other) => edits(one) - edits(other));
  return edits(best) <= Math.min(3, best.length / 2) ? ` Did you mean --${best}?` : '';
}

function createError(command: Command, message: string): UsageError {
  return new UsageError(`${message}\nanimal-store ${command.name} --help shows all options.`);
}

/** @throws {UsageError} when two flags exclude each other */
function checkConflicts(command: Command, flags: Flags): void {
  for (const name of Object.keys(flags)) {
    const entry = command.flags[name];
    const other = entry?.conflicts?.find((one) => flags[one] !== undefined);
    if (entry !== undefined && other !== undefined) {
      const [first, second] = [entry.flag, command.flags[other]?.flag];
      throw createError(command, `Option '${first}' cannot be used with option '${second}'.`);
    }
  }
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
  const known = new Map<string, FlagEntry & { readonly name: string }>();
  for (const [name, entry] of Object.entries(command.flags)) {
    if (entry.flag !== undefined) {
      known.set(entry.flag.slice(2).replace(/ .*/, ''), { ...entry, name });
    }
  }
  const options = [...known].map(([long, { flag = '' }]) => {
    return [long, { type: flag.includes('<') ? 'string' : 'boolean' }] as const;
  });
  const { tokens } = parseArgs({
    args: [...args],
    options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
    strict: false,
    tokens: true,
  });
  const end = tokens.findIndex(
    ({ kind, index }, at) => kind !== 'option' && !isValueOf(tokens[at - 1], index),
  );
  // `--broker <url>`, whose value is optional, is a flag and an argument.
  function isValueOf(before: (typeof tokens)[number] | undefined, index: number): boolean {
    return (
      before?.kind === 'option' &&
      before.value === undefined &&
      before.index === index - 1 &&
      known.get(before.name)?.flag?.includes('[') === true
    );
  }
  const own = end < 0 ? tokens : tokens.slice(0, end);
  const rest = tokens[end];
  if (own.some((token) => token.kind === 'option' && token.name === 'help')) {
    return undefined;
  }
  const flags: Record<string, unknown> = {};
  let last = '';
  for (const token of own) {
    if (token.kind !== 'option') {
      flags[last] = args[token.index];
      continue;
    }
    const { name: long, rawName, value, inlineValue } = token;
    const entry = known.get(long);
    if (entry === undefined) {
      const suggestion = suggestFlag(long, [...known.keys()]);
      throw createError(command, `Unknown option '${rawName}'.${suggestion}`);
    }
    const { flag = '', name, repeatable } = entry;
    if (flag.includes('<') && (value === undefined || (!inlineValue && value.startsWith('--')))) {
      throw createError(command, `Option '${flag}' requires a value.`);
    }
    if (value !== undefined && !/[<[]/.test(flag)) {
      throw createError(command, `Option '${flag}' takes no value.`);
    }
    last = name;
    const before = (flags[name] ?? []) as readonly unknown[];
    flags[name] = repeatable ? [...before, value] : (value ?? true);
  }
  const childCommand =
    rest === undefined ? [] : args.slice(rest.index + (rest.kind === 'positional' ? 0 : 1));
  const [word] = childCommand;
  if (word !== undefined && !command.takesCommand) {
    throw new UsageError(
      `animal-store ${command.name} does not take the argument ${JSON.stringify(word)}. ` +
        'Set options as flags; --help shows all options.',
    );
  }
  checkConflicts(command, flags);
  return { flags, childCommand };
}
