import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import '../scripts/generate-documents.mjs';

/** Keeps every core busy by itself: beside others, each of its verifications would take twice as long. */
const catalogue = 'test/providers/catalogue.test.ts';

/** Most files wait for servers and programs that they start, so two at once are right for two cores. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    // Servers, browsers and installs share the cores of a small CI machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: '1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'tests',
          include: ['test/**/*.test.ts'],
          exclude: [catalogue],
          maxWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'catalogue',
          include: [catalogue],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
