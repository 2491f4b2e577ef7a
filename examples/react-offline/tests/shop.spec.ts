import { expect, store as kind, test } from './test.ts';

test('lists the pets of a status', async ({ page, store }) => {
  await store.reset({ fixture: 'every-status' });
  const pets = page.getByRole('listitem');

  await page.getByLabel('Show').selectOption('sold');

  await expect(pets.filter({ hasNotText: '(sold)' })).toHaveCount(0);
  await expect(pets).not.toHaveCount(0);
});

test('shows every digit of an identifier', async ({ page, store }) => {
  await store.reset({ fixture: 'large-ids' });
  const pets = await store.pets.list();
  const largest = pets.reduce((one, other) => (one.id > other.id ? one : other));
  await page.getByRole('button', { name: 'Refresh' }).click();

  await page.getByRole('listitem').filter({ hasText: largest.name }).getByRole('button').click();

  await expect(page.getByRole('definition').first()).toHaveText(String(largest.id));
});

test('adds a pet and shows its details', async ({ page, store }) => {
  await page.getByLabel('Name').fill('Zoë 🐕');
  await page.getByLabel('Category').fill('9007199254740993');
  await page.getByRole('button', { name: 'Add the pet' }).click();

  await expect(page.getByRole('heading', { name: 'Zoë 🐕' })).toBeVisible();
  await expect(page.getByRole('definition')).toContainText(['9007199254740993', 'available']);
  expect(await store.requests({ operation: 'createPet' })).toMatchObject([{ status: 201 }]);
});

test('keeps a new pet when the page is loaded again', async ({ page, store }) => {
  test.skip(kind === 'msw', 'MSW keeps nothing over a reload.');
  await store.reset({ fixture: 'empty' });
  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button', { name: 'Add the pet' }).click();
  await expect(page.getByRole('listitem')).toHaveText(['Rex (available)']);

  await page.reload();

  await expect(page.getByRole('listitem')).toHaveText(['Rex (available)']);
});

test('offers to try again when the store is closed', async ({ page, store }) => {
  // The rule is for the next request, not for that of the page.
  await expect(page.getByRole('listitem')).not.toHaveCount(0);
  await store.addRule({ operation: 'listPets', code: 503 });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByRole('alert')).toContainText('closed for a moment');

  await store.clearRules();
  await page.getByRole('button', { name: 'Try again' }).click();

  await expect(page.getByRole('listitem')).not.toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('keeps the form when the connection is lost', async ({ page, store }) => {
  await store.addRule({ operation: 'createPet', fault: 'reset' });

  await page.getByLabel('Name').fill('Rex');
  await page.getByRole('button', { name: 'Add the pet' }).click();

  await expect(page.getByRole('alert')).toContainText('check your connection');
  await expect(page.getByLabel('Name')).toHaveValue('Rex');
});

test('shows that the pets are loading', async ({ page, store }) => {
  await store.addRule({ operation: 'listPets', delay: 60_000 });

  await page.getByRole('button', { name: 'Refresh' }).click();

  await expect(page.getByRole('status')).toHaveText('Loading the pets …');
});
