import { createTable } from '../options/option.js';
import { readTextList } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import type { ListeningSimulator } from '../simulator/node-core.js';
import type { Flags } from './parse-flags.js';
import { readFlags } from './read-options.js';

/** Names of environment variables beside those that every command gets. */
interface VariableNames {
  readonly env: readonly string[];
  readonly envKey: readonly string[];
}

const variableNames = {
  group: 'Command',
  expected: 'the name of an environment variable, such as API_URL',
  read: (raw: unknown) => {
    const names = readTextList(raw);
    return names?.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) ? names : undefined;
  },
  default: [],
  repeatable: true,
} as const;

/** The flags that name the variables of the command to run. */
export const childFlags = createTable<VariableNames>({
  env: { flag: '--env <name>', help: 'further variable for the base URL', ...variableNames },
  envKey: { flag: '--env-key <name>', help: 'further variable for the API key', ...variableNames },
});

/** Creates the environment of a command that calls a simulator. */
export type CreateEnvironment = (
  simulator: Pick<ListeningSimulator, 'url' | 'origin' | 'apiKey'>,
) => NodeJS.ProcessEnv;

/**
 * Reads how to run a command with a simulator.
 *
 * @throws {UsageError} when there is no command, or a name can't be that of a variable
 */
export function readEnvironment(
  name: string,
  flags: Flags,
  childCommand: readonly string[],
): CreateEnvironment {
  if (childCommand.length === 0 || childCommand[0] === '') {
    throw new UsageError(
      `A command to run is required. Add it after --, as in: animal-store ${name} -- npm test`,
    );
  }
  const { env, envKey } = readFlags<VariableNames>(childFlags, flags);
  const both = env.find((one) => envKey.includes(one));
  if (both !== undefined) {
    throw new UsageError(`--env and --env-key must name different variables; both name ${both}.`);
  }
  return ({ url, origin, apiKey }) => ({
    ...process.env,
    ANIMAL_STORE_URL: url,
    ANIMAL_STORE_ADMIN_URL: `${origin}/__admin`,
    ANIMAL_STORE_API_KEY: apiKey,
    ...Object.fromEntries(env.map((one) => [one, url])),
    ...Object.fromEntries(envKey.map((one) => [one, apiKey])),
  });
}
