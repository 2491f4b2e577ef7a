import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPets, expectAccessible, newPet, useConsole } from '../../support/console.js';

const openConsole = useConsole();
const route = 'pets?sandbox=checkout-7';
const largest = 9_223_372_036_854_775_807n;

const rows = (page: Page) => page.getByRole('table').getByRole('row');
/** The row of a pet. */
const rowOf = (page: Page, id: bigint | number) =>
  rows(page).filter({ has: page.getByRole('rowheader', { name: String(id), exact: true }) });

test('adds, edits and removes a pet by keyboard, digit for digit', async () => {
  const { page, simulator } = await openConsole({ route, pets: 2 });
  const { pets } = simulator.sandbox('checkout-7');

  await page.getByRole('button', { name: 'Add a pet' }).press('Enter');
  await page.getByLabel('Id', { exact: true }).fill(String(largest));
  await page.getByLabel('Name', { exact: true }).fill('Rex');
  await page.getByLabel('Category', { exact: true }).fill(String(largest));
  await page.getByLabel('Category', { exact: true }).press('Enter');
  await expect.poll(() => rowOf(page, largest).textContent()).toContain(`Rex${largest}`);
  expect((await pets.list()).at(-1)).toEqual({ id: largest, name: 'Rex', categoryId: largest });

  await page.getByRole('button', { name: `Edit pet ${largest}` }).press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('Max');
  await page.getByRole('dialog').getByLabel('Status').selectOption('pending');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect.poll(() => rowOf(page, largest).textContent()).toContain('Max');
  expect((await pets.list()).at(-1)).toMatchObject({ name: 'Max', status: 'pending' });

  await page.getByRole('button', { name: `Remove pet ${largest}` }).press('Enter');
  await expect.poll(() => rowOf(page, largest).count()).toBe(0);
  expect(await pets.list()).toHaveLength(2);
});

test('says in the dialog why a pet is refused, and keeps what was typed', async () => {
  const { page } = await openConsole({ route, pets: 1 });
  await page.getByRole('button', { name: 'Add a pet' }).click();
  await page.getByLabel('Id', { exact: true }).fill('1');
  await page.getByLabel('Name', { exact: true }).fill('Rex');

  await page.getByRole('button', { name: 'Save', exact: true }).click();

  const dialog = page.getByRole('dialog');
  await dialog.getByText('The sandbox checkout-7 has a pet with the id 1 already.').waitFor();
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Rex');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('filters and pages, and shows what the app and tests change meanwhile', async () => {
  const { page, simulator } = await openConsole({ route: `${route}&page=1e300`, pets: 101 });
  const { pets } = simulator.sandbox('checkout-7');
  await page.getByText('101–101 of 101').waitFor();
  await pets.remove(101);
  await page.getByText('51–100 of 100').waitFor();

  await page.getByLabel('Name or id').pressSequentially('Rex the');
  await page.getByText('No pets').waitFor();
  await callPets(simulator, 'checkout-7', '', {
    ...newPet,
    body: '{"name":"Rex the first","categoryId":1,"status":"sold"}',
  });
  await page.getByText('1–1 of 1').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('pending');
  await page.getByText('No pets').waitFor();
  await expect.poll(() => page.url()).toContain('&search=Rex+the&status=pending');
  await page.goBack();
  await page.getByText('1–1 of 1').waitFor();
});

test('changes the status of a pet in the list, also on a phone', async () => {
  const { page, simulator } = await openConsole({ route, pets: 1 });
  const { pets } = simulator.sandbox('checkout-7');
  await page.setViewportSize({ width: 400, height: 740 });
  const status = page.getByLabel('Status of pet 1', { exact: true });

  await status.selectOption('sold');
  await expect.poll(async () => (await pets.list())[0]?.status).toBe('sold');
  await status.selectOption('');
  await expect.poll(async () => (await pets.list())[0]).not.toHaveProperty('status');

  await expectAccessible(page);
  const box = await page.getByRole('button', { name: 'Remove pet 1' }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(400);
});

test('resets to a fixture, whose hostile names stay text', async () => {
  const { page, simulator } = await openConsole({ route });
  await page.getByLabel('Reset to').waitFor();
  await page.getByLabel('Reset to').selectOption('tricky-names');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('Reset the sandbox checkout-7').waitFor();

  const pets = await simulator.sandbox('checkout-7').pets.list();
  await expect.poll(() => rows(page).count()).toBe(pets.length + 1);
  const names = await page
    .locator('.long-text')
    .evaluateAll((cells) =>
      cells.map(({ textContent, childElementCount }) => [textContent, childElementCount]),
    );
  expect(names).toEqual(pets.map(({ name }) => [name, 0]));
  await page
    .getByRole('button', { name: /^Edit pet/ })
    .first()
    .click();
  await expectAccessible(page);
});

test('saves a snapshot, and restores it from a file', async () => {
  const { page, simulator } = await openConsole({ route, pets: 3 });
  const sandbox = simulator.sandbox('checkout-7');
  await sandbox.pets.add({ id: largest, name: 'Rex', categoryId: 1 });

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a snapshot' }).click();
  const download = await downloading;
  const text = await readFile(await download.path(), 'utf8');
  expect(download.suggestedFilename()).toBe('checkout-7.json');
  expect(JSON.parse(text).pets.at(-1)).toEqual({ id: `${largest}`, name: 'Rex', categoryId: '1' });
  const file = { name: 'saved.json', mimeType: 'application/json', buffer: Buffer.from(text) };

  await sandbox.reset();
  await page.getByLabel(/^Restore a snapshot/).setInputFiles(file);
  await expect.poll(async () => (await sandbox.pets.list()).at(-1)?.id).toBe(largest);

  await page
    .getByLabel(/^Restore a snapshot/)
    .setInputFiles({ ...file, buffer: Buffer.from('{}') });
  await page
    .getByRole('alert')
    .getByText('saved.json was not restored. snapshot is required in')
    .waitFor();
});
