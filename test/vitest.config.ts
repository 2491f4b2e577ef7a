import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    // Servers, browsers and installs share the cores of a small CI machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { NO_COLOR: '1' },
  },
});
