import { expect, test } from 'animal-store-simulator/vitest';
import { Shop } from './shop.js';

test('retries once when the store is unavailable', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);
  await sandbox.addRule({ operation: 'listPets', code: 503, times: 1 });

  await shop.forSale();

  const requests = await sandbox.requests({ operation: 'listPets' });
  expect(requests.map(({ status }) => status)).toEqual([503, 200]);
});

test('gives up when the store stays unavailable', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);
  await sandbox.addRule({ code: 503 });

  await expect(shop.forSale()).rejects.toThrow('The store answered 503');
});

test('asks for another key when the store rejects it', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, 'a-wrong-key');

  await expect(shop.forSale()).rejects.toThrow('The store rejects the key');
});
