import { defineConfig } from '@playwright/test';
import type {
  AnimalStoreFixtures,
  AnimalStoreWorkerFixtures,
} from 'animal-store-simulator/playwright';

const port = process.env.PORT ?? '5173';

export default defineConfig<AnimalStoreFixtures, AnimalStoreWorkerFixtures>({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    // Each worker records what the shop uses of the store; they add it to the same file.
    animalStoreOptions: {
      pact: 'contracts/playwright-shop.json',
      consumer: 'playwright-shop',
      needs: { Pet: ['name'] },
    },
  },
  webServer: {
    command: 'node serve.mjs',
    env: { PORT: port },
    url: `http://127.0.0.1:${port}`,
  },
});
