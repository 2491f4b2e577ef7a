import { expect, type SandboxOptions, test } from 'animal-store-simulator/vitest';
import { Shop } from './shop.js';

test('it shows the pets that are for sale, and no others', async ({ sandbox }) => {
  await sandbox.reset({ fixture: 'every-status' });
  const shop = new Shop(sandbox.url, sandbox.apiKey);

  const pets = await shop.forSale();

  expect(pets.length).toBeGreaterThan(0);
  expect(pets.every(({ status }) => status === 'available')).toBe(true);
});

test('it takes a pet in', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);

  await shop.takeIn('Rex', 2);

  expect(await sandbox.requests({ operation: 'createPet' })).toMatchObject([
    { status: 201, json: { name: 'Rex', categoryId: 2 } },
  ]);
});

test('it asks once more when the store is unavailable', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);
  await sandbox.addRule({ operation: 'listPets', code: 503, times: 1 });

  await shop.forSale();

  const requests = await sandbox.requests({ operation: 'listPets' });
  expect(requests.map(({ status }) => status)).toEqual([503, 200]);
});

test('it gives up when the store stays unavailable', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);
  await sandbox.addRule({ code: 503 });

  await expect(shop.forSale()).rejects.toThrow('The store answered 503');
});

/** All of it is legal: whatever breaks here relied on something that nobody promised. */
const hostile = test.extend<{ sandboxOptions: SandboxOptions }>({
  sandboxOptions: { profile: 'hostile' },
});

hostile('it relies on promises alone', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);

  await shop.takeIn('Rex', 2);

  expect((await shop.forSale()).length).toBeGreaterThan(0);
});
