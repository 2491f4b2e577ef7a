import { expect, test } from 'animal-store-simulator/playwright';

test('shows the pets for sale', async ({ page, sandbox }) => {
  await sandbox.reset({ fixture: 'empty' });
  await sandbox.pets.add({ name: 'Rex', categoryId: 2, status: 'available' });
  await sandbox.pets.add({ name: 'Tom', categoryId: 2, status: 'sold' });

  await page.goto('/');

  await expect(page.getByRole('listitem')).toHaveText(['Rex']);
});

test('adds a pet', async ({ page, sandbox }) => {
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button').click();

  await expect(page.getByRole('status')).toHaveText('Rex is in');
  expect(await sandbox.requests({ operation: 'createPet' })).toMatchObject([
    { status: 201, json: { name: 'Rex', categoryId: 2 } },
  ]);
});

test('asks to try again later when the store is unavailable', async ({ page, sandbox }) => {
  await sandbox.addRule({ operation: 'createPet', code: 503, times: 1 });
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button').click();

  await expect(page.getByRole('status')).toHaveText('Please try again later');
});

test('shows why the store refuses a pet', async ({ page, sandbox }) => {
  await sandbox.addRule({ operation: 'createPet', code: 400 });
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button').click();

  await expect(page.getByRole('status')).toContainText('Refused: ');
});

test('shows that the connection was lost', async ({ page, sandbox }) => {
  // Without `times: 1`: a browser repeats a request when a kept connection breaks.
  await sandbox.addRule({ operation: 'createPet', fault: 'reset' });
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button').click();

  await expect(page.getByRole('status')).toHaveText('Please check your connection');
});

test.describe('with the profile hostile', () => {
  test.use({ sandboxOptions: { profile: 'hostile' } });

  test('shows pets in any order', async ({ page }) => {
    await page.goto('/');

    await expect(page.getByRole('listitem').first()).toBeVisible();
  });
});
