import { TestRunner } from 'vitest';

/** Skips the running test on Windows. */
export function needPosix(): void {
  if (process.platform === 'win32') {
    const reason = 'Windows has none of: sh, file modes, symbolic links without rights, signals.';
    TestRunner.getCurrentTest()?.context.skip(reason);
  }
}
