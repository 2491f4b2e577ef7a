import { defineConfig } from '@playwright/test';

// Several runs at once need a port each; workers inherit that of their run.
process.env.PORT ??= String(20_000 + (process.pid % 20_000));
const port = process.env.PORT;

export default defineConfig({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
  },
  webServer: {
    command: 'node serve.mjs',
    env: { PORT: port },
    url: `http://127.0.0.1:${port}`,
  },
});
