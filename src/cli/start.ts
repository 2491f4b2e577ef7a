import { optionNames, optionTable } from '../options/table.js';
import type { Command } from './parse-flags.js';
import { type CommandDefaults, formatVariable } from './read-options.js';
import { formatReady, formatReadyJson } from './ready.js';
import {
  closeRun,
  endOnSignals,
  finishRun,
  runFlags,
  type SimulatorRun,
  startRun,
} from './simulator-run.js';

/** A person watches the terminal, so requests are logged. */
const defaults: CommandDefaults = { port: 4010, logLevel: 'info' };

const stopSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal that closes sends SIGHUP, and so does its shell: the second one is no further request. */
const endSignals = stopSignals.filter((signal) => signal !== 'SIGHUP');

/** Stops on the first signal, also as PID 1. */
function stopOnSignals(run: SimulatorRun): void {
  const onSignal = () => {
    // In this order: without any listener, a signal that has arrived already would be lost.
    endOnSignals(run, endSignals);
    process.on('SIGHUP', () => {});
    for (const signal of stopSignals) {
      process.off(signal, onSignal);
    }
    closeRun(run)
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

const variables = optionNames
  .filter((name) => optionTable[name].flag === undefined)
  .map((name) => `  ${formatVariable(name).padEnd(29)}  default: ${optionTable[name].defaultText}`)
  .join('\n');

const details = `
Every option is also an environment variable (--log-level is
ANIMAL_STORE_LOG_LEVEL) and a key of the config file (logLevel); those under Files
and Summary are no keys, and name their variable. Flags override variables, which
override the config file. animal-store help open-points lists the open points and
their choices.

Rarely changed options are variables and keys, and no flags:
${variables}

SIGINT (Ctrl+C), SIGTERM and SIGHUP (a closed terminal) stop it. A second SIGINT
or SIGTERM ends it at once. With --export-on-exit the second one lets the export
finish, and a third one ends it; the file then keeps its old content.

The ready line is JSON with --log-format json. --ready-file FILE has the same facts
as long as the simulator listens.

Exit codes: 0 stopped by a signal, 1 failed by --fail-on, 2 wrong usage or
could not start; 130 or 143 ended by a further SIGINT or SIGTERM.

Examples:
  animal-store                                  50 pets on http://127.0.0.1:4010/v1
  animal-store --open                           with its console in a browser
  animal-store --port 0 --seed 7 --pets 1000    other pets, on a free port
  animal-store --fixture my-pets.json           a saved response of GET /pets
  animal-store --profile hostile                find assumptions of a client
  animal-store --choose list-order=shuffled     one choice other than the profile's
  animal-store --clock 2030-12-05T00:00:00Z     the day getPet is removed
  animal-store --fail-on all                    exit with 1 on any of its findings
`;

/** `animal-store start`: a simulator that listens until a signal stops it, and prints that it is ready. */
export const startCommand: Command = {
  name: 'start',
  usage: '[options]',
  description: 'Starts a simulator of the Animal Store service. Stop it with Ctrl+C or SIGTERM.',
  details,
  flags: {
    ...optionTable,
    ...runFlags,
  },
  run: async (flags) => {
    const run = await startRun(flags, defaults);
    stopOnSignals(run);
    const format = run.options.logFormat === 'json' ? formatReadyJson : formatReady;
    console.log(format(run.simulator));
  },
};
