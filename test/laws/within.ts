import { createContext, Script } from 'node:vm';

const script = new Script('run()');

/**
 * Runs something that has to end by itself in that many milliseconds. It throws when it doesn't, so
 * that what would never end is a failed test and no test run that hangs.
 */
export function within<Result>(milliseconds: number, run: () => Result): Result {
  return script.runInContext(createContext({ run }), { timeout: milliseconds }) as Result;
}
