import type { Command } from 'commander';
import { readTextList } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import type { ListeningSimulator } from '../simulator-core.js';
import { collect } from './command.js';
import { type Flags, readFlag } from './options.js';

/** Names of environment variables beside those that every command gets. */
export interface VariableNames {
  readonly url: readonly string[];
  readonly apiKey: readonly string[];
}

/** Adds the command to run, and the flags that name its variables. */
export function addChildCommand(command: Command): Command {
  return command
    .usage('[options] -- <command...>')
    .argument('[command...]')
    .passThroughOptions()
    .optionsGroup('Command:')
    .option('--env <name>', 'further variable for the base URL; repeatable', collect)
    .option('--env-key <name>', 'further variable for the API key; repeatable', collect);
}

const nameReader = {
  legal: 'the name of an environment variable, such as API_URL',
  read: (raw: unknown) => {
    const names = readTextList(raw);
    return names?.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) ? names : undefined;
  },
};

/** @throws {UsageError} when a name can't be that of a variable */
export function readVariableNames({ env, envKey }: Flags): VariableNames {
  const url = readFlag('--env', env, nameReader) ?? [];
  const apiKey = readFlag('--env-key', envKey, nameReader) ?? [];
  const both = url.find((name) => apiKey.includes(name));
  if (both !== undefined) {
    throw new UsageError(`--env and --env-key must name different variables; both name ${both}.`);
  }
  return { url, apiKey };
}

/** @throws {UsageError} when there is no command to run */
export function checkChildCommand(childCommand: readonly string[], name: string): void {
  if (childCommand.length === 0 || childCommand[0] === '') {
    throw new UsageError(
      `A command to run is required. Add it after --, as in: animal-store ${name} -- npm test`,
    );
  }
}

/** Creates the environment of a command that calls a simulator. */
export function createEnvironment(
  { url, origin, apiKey }: Pick<ListeningSimulator, 'url' | 'origin' | 'apiKey'>,
  variables: VariableNames,
): NodeJS.ProcessEnv {
  const assign = (names: readonly string[], value: string) =>
    Object.fromEntries(names.map((name) => [name, value]));
  return {
    ...process.env,
    ...assign(['ANIMAL_STORE_URL', ...variables.url], url),
    ANIMAL_STORE_ADMIN_URL: `${origin}/__admin`,
    ...assign(['ANIMAL_STORE_API_KEY', ...variables.apiKey], apiKey),
  };
}
