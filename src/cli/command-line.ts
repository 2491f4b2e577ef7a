import { type Command, Option } from 'commander';
import type { Variables } from '../command/environment.js';
import { textList } from '../options/readers.js';
import { readOption } from '../options/resolve.js';
import { UsageError } from '../options/usage-error.js';
import { gather } from './command-options.js';

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
  const names = textList(raw);
  return names?.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) ? names : undefined;
}

/** @throws {UsageError} for what is no name of a variable */
export function readVariables(given: Readonly<Record<string, unknown>>): Variables {
  const legal = 'the name of an environment variable, such as API_URL';
  const read = (name: keyof typeof flags) =>
    given[name] === undefined
      ? []
      : readOption({ legal, read: readNames }, { value: given[name], calledBy: flags[name].flag });
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
