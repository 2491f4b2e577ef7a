import { constants } from 'node:os';

/** The exit code of a process that a signal ended, as in shells. */
export const getSignalExitCode = (signal: NodeJS.Signals): number =>
  128 + constants.signals[signal];

/** Aborts on the first signal, whose exit code is that of the process then. The second one ends the process. */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        process.exitCode = getSignalExitCode(name);
        controller.abort(new Error(name));
      } else if (name !== 'SIGHUP') {
        // A terminal that closes sends SIGHUP, and so does its shell: the second one is no further request.
        process.exit(getSignalExitCode(name));
      }
    });
  }
  return controller.signal;
}
