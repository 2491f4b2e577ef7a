import { expect, test } from 'animal-store-simulator/vitest';
import { Shop } from './shop.js';

test('shows only the pets for sale', async ({ sandbox }) => {
  await sandbox.reset({ fixture: 'every-status' });
  const shop = new Shop(sandbox.url, sandbox.apiKey);

  const pets = await shop.forSale();

  expect(pets.length).toBeGreaterThan(0);
  expect(pets.every(({ status }) => status === 'available')).toBe(true);
});

test('adds a pet', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);

  await shop.takeIn('Rex', 2);

  expect(await sandbox.requests({ operation: 'createPet' })).toMatchObject([
    { status: 201, json: { name: 'Rex', categoryId: 2 } },
  ]);
});
