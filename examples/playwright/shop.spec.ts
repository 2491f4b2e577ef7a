import { expect, test } from 'animal-store-simulator/playwright';

test('it shows the pets that are for sale', async ({ page, sandbox }) => {
  await sandbox.reset({ fixture: 'empty' });
  await sandbox.pets.add({ name: 'Rex', categoryId: 2, status: 'available' });
  await sandbox.pets.add({ name: 'Tom', categoryId: 2, status: 'sold' });

  await page.goto('/');

  await expect(page.getByRole('listitem')).toHaveText(['Rex']);
});

test('it takes a pet in', async ({ page, sandbox }) => {
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button').click();

  await expect(page.getByRole('status')).toHaveText('Rex is in');
  expect(await sandbox.requests({ operation: 'createPet' })).toMatchObject([
    { status: 201, json: { name: 'Rex', categoryId: 2 } },
  ]);
});

test('it asks to try later when the store is unavailable', async ({ page, sandbox }) => {
  await sandbox.addRule({ operation: 'createPet', code: 503, times: 1 });
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button').click();

  await expect(page.getByRole('status')).toHaveText('Please try again later');
});

test('it says when the connection was lost', async ({ page, sandbox }) => {
  // Not for one time only: a browser sends it once more by itself when a kept connection breaks.
  await sandbox.addRule({ operation: 'createPet', fault: 'reset' });
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button').click();

  await expect(page.getByRole('status')).toHaveText('Please check your connection');
});

test.describe('with a store that does all that it may', () => {
  test.use({ sandboxOptions: { profile: 'hostile' } });

  test('it relies on promises alone', async ({ page }) => {
    await page.goto('/');

    await expect(page.getByRole('listitem').first()).toBeVisible();
  });
});
