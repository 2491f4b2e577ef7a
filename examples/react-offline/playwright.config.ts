import { defineConfig } from '@playwright/test';

const port = process.env.PORT ?? '5173';

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  use: { baseURL: `http://127.0.0.1:${port}` },
  webServer: {
    command: `npm run build && npm run preview -- --host 127.0.0.1 --port ${port} --strictPort`,
    url: `http://127.0.0.1:${port}`,
  },
});
