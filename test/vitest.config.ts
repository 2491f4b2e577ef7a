import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import '../scripts/generate-documents.mjs';

/** Most files wait for servers and programs that they start, so two at once are right for two cores. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

/**
 * The rule: a file that is called `*.slow.test.ts` runs with `npm run test:all` alone, every other one
 * with `npm test` too. Slow is what runs the built command many times, needs the types of the package,
 * installs it, or starts programs of others (browsers, test runners, stores, brokers, Prism).
 */
const slow = 'test/**/*.slow.test.ts';

/** By itself the longest: each worker takes a part of its providers, before there is anything else to do. */
const catalogue = 'test/verify/providers/catalogue.slow.test.ts';
const catalogueParts = Array.from({ length: maxWorkers }, (_, part) => ({
  extends: true as const,
  test: {
    name: `catalogue ${part + 1}`,
    include: [catalogue],
    env: { CATALOGUE_PART: String(part), CATALOGUE_PARTS: String(maxWorkers) },
    sequence: { groupOrder: 1 },
  },
}));

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // How long something may hang; nothing is expected to take so long, even on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // The verifications of the catalogues mostly wait: for answers that never come, for stores that lag.
    maxConcurrency: 8,
    maxWorkers,
    env: { NO_COLOR: '1' },
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
      ...catalogueParts,
      {
        extends: true,
        test: {
          name: 'slow',
          include: [slow],
          exclude: [catalogue],
          globalSetup: 'test/package/shared-install.ts',
          // These mostly wait for programs: one more keeps the processors busy.
          maxWorkers: maxWorkers + 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
