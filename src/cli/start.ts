import { optionTable } from '../options/table.js';
import type { CommandDefaults, Flags } from './options.js';
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
export const startDefaults: CommandDefaults = { port: 4010, logLevel: 'info' };

export const startFlags = { ...optionTable, ...runFlags };

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

/** Starts a simulator that listens until a signal stops it, and prints that it is ready. */
export async function start(flags: Flags): Promise<void> {
  const run = await startRun(flags, startDefaults);
  stopOnSignals(run);
  const format = run.options.logFormat === 'json' ? formatReadyJson : formatReady;
  console.log(format(run.simulator));
}
