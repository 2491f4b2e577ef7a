import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Without this line, each worker starts a simulator of its own.
    globalSetup: 'animal-store-simulator/vitest/global-setup',
  },
});
