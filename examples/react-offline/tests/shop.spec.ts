import { expect, test } from 'animal-store-simulator/playwright';

test('lists the pets of a status', async ({ page, sandbox }) => {
  await sandbox.reset({ fixture: 'every-status' });
  await page.goto('/');
  const pets = page.getByRole('listitem');

  await page.getByLabel('Show').selectOption('sold');

  await expect(pets.filter({ hasNotText: '(sold)' })).toHaveCount(0);
  await expect(pets).not.toHaveCount(0);
});

test('shows every digit of an identifier', async ({ page, sandbox }) => {
  await sandbox.reset({ fixture: 'large-ids' });
  const ids = (await sandbox.pets.list()).map(({ id }) => id);
  const largest = ids.reduce((one, other) => (one > other ? one : other));
  await page.goto('/');

  await page.getByRole('listitem').nth(ids.indexOf(largest)).getByRole('button').click();

  await expect(page.getByRole('definition').first()).toHaveText(String(largest));
});

test('adds a pet and shows its details', async ({ page, sandbox }) => {
  await page.goto('/');

  await page.getByLabel('Name').fill('Zoë 🐕');
  await page.getByLabel('Category').fill('9007199254740993');
  await page.getByRole('button', { name: 'Add the pet' }).click();

  await expect(page.getByRole('heading', { name: 'Zoë 🐕' })).toBeVisible();
  await expect(page.getByRole('definition')).toContainText(['9007199254740993', 'available']);
  expect(await sandbox.requests({ operation: 'createPet' })).toMatchObject([{ status: 201 }]);
});

test('offers to try again when the store is closed', async ({ page, sandbox }) => {
  await sandbox.addRule({ operation: 'listPets', code: 503 });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('closed for a moment');

  await sandbox.clearRules();
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByRole('listitem')).not.toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('keeps the form when the connection is lost', async ({ page, sandbox }) => {
  await sandbox.addRule({ operation: 'createPet', fault: 'reset' });
  await page.goto('/');

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button', { name: 'Add the pet' }).click();

  await expect(page.getByRole('alert')).toContainText('check your connection');
  await expect(page.getByLabel('Name')).toHaveValue('Rex');
});

test('shows that the pets are loading', async ({ page, sandbox }) => {
  await sandbox.addRule({ operation: 'listPets', delay: 60_000 });

  await page.goto('/');

  await expect(page.getByRole('status')).toHaveText('Loading the pets …');
});
