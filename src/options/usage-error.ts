/** The simulator can't be run as asked: one sentence that names what was wrong and what is legal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
