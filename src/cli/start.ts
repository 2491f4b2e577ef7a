import type { Command } from 'commander';
import { optionTable } from '../options/table.js';
import type { RunningSimulator } from '../simulator.js';
import { type CommandDefaults, createCommand, type Flags } from './options.js';
import {
  addSimulatorOptions,
  endOnSignals,
  finishRun,
  type SimulatorRun,
  startRun,
} from './simulator-run.js';

/** A person watches the terminal, so requests are logged. */
const defaults: CommandDefaults = { port: 4010, logLevel: 'info' };

const details = `
Every option is also an environment variable (--max-body is
ANIMAL_STORE_MAX_BODY) and a key of the config file (maxBody). Flags override
variables, which override the config file. animal-store help open-points lists
the open points and their choices.

SIGINT (Ctrl+C) and SIGTERM stop it, a second one ends it at once. With
--export-on-exit the second one lets the export finish, and a third one ends it;
the file then keeps its old content.

Exit codes: 0 stopped by a signal, 1 failed by --fail-on, 2 wrong usage or
could not start; 130 or 143 ended by a further SIGINT or SIGTERM.

Examples:
  animal-store                                  50 pets on http://127.0.0.1:4010/v1
  animal-store --port 0 --seed 7 --pets 1000    other pets, on a free port
  animal-store --fixture my-pets.json           a saved response of GET /pets
  animal-store --profile hostile                find assumptions of a client
  animal-store --choose list-order=shuffled     one choice other than the profile's
  animal-store --clock 2030-12-05T00:00:00Z     the day getPet is removed
  animal-store --fail-on open,deprecated        exit with 1 when a client uses these
`;

/** A configured key may be in use elsewhere, so it is not printed; no full stop follows the URL, so that it can be copied. */
function formatReady({ url, origin, apiKey }: RunningSimulator): string {
  const key = optionTable.apiKey.default.includes(apiKey) ? apiKey : '<key>';
  const curl = `curl -H 'Authorization: Bearer ${key}' ${url}/pets`;
  return `Animal Store simulator is ready at ${url} - console: ${origin}/ - try: ${curl}`;
}

const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM'];

/** Stops on the first signal, also as PID 1. */
function stopOnSignals(run: SimulatorRun): void {
  const onSignal = () => {
    // In this order: without any listener, a signal that has arrived already would be lost.
    endOnSignals(run, stopSignals);
    for (const signal of stopSignals) {
      process.off(signal, onSignal);
    }
    run.simulator
      .close()
      .then(() => finishRun(run))
      .then(
        (code) => process.exit(code),
        (error) => {
          console.error(error);
          process.exit(2);
        },
      );
  };
  for (const signal of stopSignals) {
    process.on(signal, onSignal);
  }
}

/** `animal-store start`: a simulator that listens until a signal stops it. */
export function createStartCommand(): Command {
  const command = createCommand(
    'start',
    'Starts a simulator of the Animal Store service. Stop it with Ctrl+C or SIGTERM.',
    details,
  );
  return addSimulatorOptions(command, defaults).action(async (flags: Flags) => {
    const run = await startRun(flags, defaults);
    stopOnSignals(run);
    console.log(formatReady(run.simulator));
  });
}
