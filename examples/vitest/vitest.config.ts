import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Without this line, each worker starts a simulator of its own, which records nothing.
    globalSetup: './animal-store.ts',
  },
});
