import { constants } from 'node:os';

/** Wrong usage, or a simulator that can't do what was asked. */
export const usageExitCode = 2;

/** The exit code of a process that a signal ended, as in shells. */
export function getSignalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
