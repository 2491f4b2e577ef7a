import { escapeUnprintable } from './text.js';

/** An option, a file or an argument is wrong. The message names it and what is allowed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The exit code of a command that fails with it. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 3) {
    // Parts may come from a file.
    super(message.split('\n').map(escapeUnprintable).join('\n'));
    this.exitCode = exitCode;
  }
}

/** Refuses options, if they are set; the reason follows the name of the first one. */
export function refuseOptions(options: object, names: readonly string[], reason: string): void {
  const name = names.find((one) => (options as Record<string, unknown>)[one] !== undefined);
  if (name !== undefined) {
    throw new UsageError(`The option ${name} ${reason}`);
  }
}

/** Refuses two options that are both set, of which these are the labels. */
export function refuseTogether(one: string | undefined, other: string | undefined, reason: string) {
  if (one !== undefined && other !== undefined) {
    throw new UsageError(
      `${one} and ${other} must not be used together: ${reason}. Remove one of them.`,
    );
  }
}
