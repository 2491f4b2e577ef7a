import { constants } from 'node:os';

/** The exit code of a process that a signal ended, as in shells. */
export function getSignalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/**
 * Aborts on the first signal, whose exit code is that of the process then. The second one ends the process.
 *
 * @param onSecond called before that
 */
export function abortOnSignals(onSecond = () => {}): AbortSignal {
  const controller = new AbortController();
  const onSignal = (name: NodeJS.Signals) => {
    process.exitCode = getSignalExitCode(name);
    if (controller.signal.aborted) {
      onSecond();
      process.exit();
    }
    controller.abort(new Error(name));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, onSignal);
  }
  return controller.signal;
}
