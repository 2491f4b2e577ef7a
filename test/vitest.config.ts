import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import '../scripts/generate-documents.mjs';
import { CiReporter } from './support/ci-reporter.js';

/** Most files wait for servers and programs that they start, so two at once are right for two cores. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/**
 * The rule: a file that is called `*.slow.test.ts` runs with `npm run test:all` alone, every other one
 * with `npm test` too. Slow is what runs the built command, verifies a whole service, needs the types of the
 * package, installs it, or starts programs of others (browsers, test runners, stores, brokers, Prism).
 */
const slow = 'test/**/*.slow.test.ts';

/** The longest, in this order, start first, so that no worker waits for them at the end. */
const longest = [
  'test/package/peers',
  'test/real-providers/examples',
  'test/integration/command/matrix',
  'test/verify/providers/catalogue-legal',
  'test/package/examples',
  'test/integration/runners/playwright',
  'test/verify/providers/catalogue-broken',
  'test/package/readme/commands',
  'test/integration/runners/vitest',
  'test/package/typescript',
  'test/integration/runners/guide',
  'test/integration/contracts/recorded-shops',
  'test/package/stacks',
  'test/verify/bad-providers',
  'test/verify/providers/concurrent',
  'test/integration/contracts/verifiers',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.includes(`${name}.`));
      return place < 0 ? longest.length : place;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // How long something may hang; nothing is expected to take so long, even on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 }, requireAssertions: true },
    setupFiles: 'test/support/undo-stubs.ts',
    // The verifications of the catalogues mostly wait: for answers that never come, for stores that lag.
    maxConcurrency: 8,
    maxWorkers,
    env: { NO_COLOR: '1' },
    reporters: ['default', new CiReporter()],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: [slow],
          // Files share what they import, which takes a third off: none may leave a mock behind.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [slow],
          globalSetup: 'test/package/shared-install.ts',
          // These mostly wait for programs: one more keeps the processors busy.
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
