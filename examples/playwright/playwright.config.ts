import { defineConfig } from '@playwright/test';

const port = process.env.PORT ?? '5173';

export default defineConfig({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  use: { baseURL: `http://127.0.0.1:${port}` },
  webServer: {
    command: 'node serve.mjs',
    env: { PORT: port },
    url: `http://127.0.0.1:${port}`,
  },
});
