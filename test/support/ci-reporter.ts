import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * What `.ci/run` needs besides the usual report. With the variable MAY_SKIP, words that the reason of a skip may
 * have, any other skip fails the run. With TEST_COUNTS, the numbers of tests that passed, failed and were
 * skipped are added to this file.
 */
export class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const { MAY_SKIP, TEST_COUNTS } = process.env;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    if (MAY_SKIP !== undefined) {
      const reasons = tests.map((test) => {
        const result = test.result();
        return result.state === 'skipped' ? (result.note ?? test.fullName) : undefined;
      });
      const allowed = MAY_SKIP.split(' ').filter((word) => word !== '');
      for (const reason of new Set(reasons.filter((text) => text !== undefined))) {
        const isAllowed = allowed.some((word) => reason.includes(word));
        process.stdout.write(`Skipped${isAllowed ? '' : ', which fails here'}: ${reason}\n`);
        process.exitCode = isAllowed ? process.exitCode : 1;
      }
    }
    if (TEST_COUNTS !== undefined) {
      const count = (state: string) => tests.filter((test) => test.result().state === state).length;
      // A file that can't be loaded has no tests, and fails all the same.
      const broken = modules.filter((module) => module.errors().length > 0).length;
      const failed = count('failed') + count('pending') + broken;
      appendFileSync(TEST_COUNTS, `${count('passed')} ${failed} ${count('skipped')}\n`);
    }
  }
}
