import { constants } from 'node:os';

/** The exit code of a process that a signal ended, as in shells. */
export const getSignalExitCode = (signal: NodeJS.Signals): number =>
  128 + constants.signals[signal];

/** How often a process that npm started looks for its parent, in milliseconds. */
const parentInterval = 250;

/** npm signals its shell and not what that runs, which must stop when the shell is gone. */
function watchParent(stop: () => void): void {
  const { ppid } = process;
  if (process.env.npm_lifecycle_event !== undefined) {
    setInterval(() => process.ppid !== ppid && stop(), parentInterval).unref();
  }
}

/** Aborts on the first signal, whose exit code is that of the process then. The second one ends the process. */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => {
    process.exitCode = getSignalExitCode(name);
    controller.abort(new Error(name));
  };
  watchParent(() => controller.signal.aborted || stop('SIGTERM'));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        stop(name);
      } else if (name !== 'SIGHUP') {
        // A terminal that closes sends SIGHUP, and so does its shell: the second one is no further request.
        process.exit(getSignalExitCode(name));
      }
    });
  }
  return controller.signal;
}
