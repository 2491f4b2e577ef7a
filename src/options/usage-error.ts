/** An option, a file or an argument is wrong. The message names it and what is allowed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
