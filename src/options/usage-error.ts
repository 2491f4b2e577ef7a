/** An option, a file or an argument is wrong. The message names it and what is allowed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The exit code of a command that fails with it. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 3) {
    super(message);
    this.exitCode = exitCode;
  }
}
