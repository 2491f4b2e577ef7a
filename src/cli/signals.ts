import { constants } from 'node:os';
import { attempt } from '../base/text.js';

/** The exit code of a process that a signal ended, as in shells. */
export const getSignalExitCode = (signal: NodeJS.Signals): number =>
  128 + constants.signals[signal];

/** A terminal signals all its processes, and a process manager its own again, within milliseconds. */
const sameSignal = 500;

/** Returns a function to call at each signal; it returns whether the signal is a further request to end. */
export function createRepeatCheck(): () => boolean {
  let first: number | undefined;
  return () => {
    first ??= performance.now();
    return performance.now() - first > sameSignal;
  };
}

/** Aborts on the first signal, whose exit code is that of the process then. The second one ends the process. */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  const stop = (name: NodeJS.Signals) => {
    process.exitCode = getSignalExitCode(name);
    controller.abort(new Error(name));
  };
  const { ppid } = process;
  const isLeader = attempt(() => process.kill(-process.pid, 0));
  if (process.env.npm_lifecycle_event === 'start' && !isLeader) {
    // npm signals its shell and not what that runs, which must stop when the shell is gone.
    const watch = setInterval(() => {
      if (process.ppid !== ppid && !controller.signal.aborted) {
        clearInterval(watch);
        console.error('Stopped with its npm script "start". Run it with setsid to keep it.');
        stop('SIGTERM');
      }
    }, 250).unref();
  }
  const isRepeated = createRepeatCheck();
  // nodemon restarts by SIGUSR2.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK', 'SIGUSR2'] as const) {
    process.on(name, () => {
      const isFurther = isRepeated();
      if (!controller.signal.aborted) {
        stop(name);
      } else if (isFurther && name !== 'SIGHUP') {
        // A terminal that closes sends SIGHUP, and so does its shell: the second one is no further request.
        process.exit(getSignalExitCode(name));
      }
    });
  }
  return controller.signal;
}
