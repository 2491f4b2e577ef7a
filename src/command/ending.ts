import { constants } from 'node:os';
import { UsageError } from '../options/usage-error.js';

/** How a command ended. */
export interface Ending {
  /** Its exit code; 128 and the signal's number when a signal ended it, as shells have it. */
  readonly code: number;
  readonly signal: NodeJS.Signals | undefined;
}

/** The exit code of a command that a signal ended. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

export function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  return signal === null
    ? { code: code ?? 1, signal: undefined }
    : { code: codeOfSignal(signal), signal };
}

/** The command couldn't even be started. */
export class CannotStart extends UsageError {
  /** What shells exit with: 127 when there is no such program, 126 when it can't be run. */
  readonly code: 126 | 127;

  constructor(program: string, { code }: NodeJS.ErrnoException) {
    const missing = code === 'ENOENT';
    const name = JSON.stringify(program);
    super(
      missing
        ? `${name} can't be run: the PATH has no such program. Check its name; what a project has ` +
            `installed for itself is run with npx, as in: npx ${program}`
        : `${name} can't be run (${code}). Check that it is a program that you may run.`,
    );
    this.code = missing ? 127 : 126;
  }
}
