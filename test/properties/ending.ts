import { createContext, Script } from 'node:vm';

const script = new Script('run()');

/** Thousands of times what it takes: a busy machine is no reason to fail. In milliseconds. */
const timeout = 10_000;

/**
 * Runs something that has to end by itself. It throws when it doesn't, so that what would never end is a
 * failed test and no test run that hangs.
 */
export function ending<Result>(run: () => Result): Result {
  return script.runInContext(createContext({ run }), { timeout }) as Result;
}
