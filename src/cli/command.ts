import { Command, CommanderError, Option } from 'commander';
import { UsageError } from '../options/usage-error.js';
import { usageExitCode } from './exit-codes.js';
import type { CommandDefaults, FlagEntry, ListedFlag } from './options.js';

/** Collects the values of a repeatable flag. */
export const collect = (value: string, before: readonly string[] = []) => [...before, value];

export function createOption({ flag, help, repeatable }: FlagEntry): Option {
  return repeatable
    ? new Option(flag, `${help}; repeatable`).argParser(collect)
    : new Option(flag, help);
}

/**
 * Adds flags to a command, in their groups.
 *
 * @param defaults of the command, where they differ from those of the flags
 * @param hidden whether its help leaves them out
 */
export function addFlags(
  command: Command,
  table: Readonly<Record<string, ListedFlag>>,
  defaults: CommandDefaults,
  { hidden = false } = {},
): Command {
  const own: Readonly<Record<string, unknown>> = { ...defaults };
  for (const [name, { group, shown, ...entry }] of Object.entries(table)) {
    const option = createOption(entry).helpGroup(`${group}:`).hideHelp(hidden);
    const value = own[name] ?? shown;
    option.description += value === undefined ? '' : ` (default: ${value})`;
    command.addOption(option);
  }
  return command;
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
    throw new UsageError(
      `animal-store ${name} does not take the argument ${JSON.stringify(word)}. ` +
        'Set options as flags; --help shows all options.',
    );
  }
}

/**
 * Creates a command that reports wrong usage as a sentence, followed by where to read on.
 *
 * @param details the end of its help
 */
export function createCommand(name: string, description: string, details = ''): Command {
  const command = new Command(name);
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

/** Runs a command with its arguments. Commander itself prints help and wrong usage. */
export async function parseCommand(command: Command, args: readonly string[]): Promise<void> {
  try {
    await new Command('animal-store')
      .exitOverride()
      // Arguments after a command that exec or matrix runs belong to that command.
      .enablePositionalOptions()
      .addCommand(command)
      .parseAsync([command.name(), ...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    process.exitCode = error.exitCode === 0 ? 0 : usageExitCode;
  }
}
