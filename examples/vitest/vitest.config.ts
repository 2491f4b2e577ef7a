import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One simulator for the whole run. Without this line, each worker starts its own.
    globalSetup: 'animal-store-simulator/vitest/global-setup',
  },
});
