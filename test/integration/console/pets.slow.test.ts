import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from '../../support/console.js';
import { callPets, newPet } from '../../support/simulator.js';

const openConsole = useConsole();
const largest = 9_223_372_036_854_775_807n;

async function openPets(pets?: number, parameters = '') {
  const route = `pets?sandbox=checkout-7${parameters}`;
  const { page, simulator } = await openConsole({ route, ...(pets && { pets }) });
  return { page, simulator, sandbox: simulator.sandbox('checkout-7') };
}

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const newField = (page: Page, name: string) => page.getByLabel(`${name} of the new pet`);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('adds, edits in place and removes a pet by keyboard, digit for digit', async () => {
  const { page, simulator, sandbox } = await openPets(2);
  const row = page.getByRole('row', { name: String(largest) });

  await newField(page, 'Id').fill('1');
  await newField(page, 'Name').fill('Rex');
  await newField(page, 'Category').fill(String(largest));
  await newField(page, 'Category').press('Enter');
  await page
    .getByRole('alert')
    .getByText('The id 1 is already used by a pet in the sandbox checkout-7.', { exact: true })
    .waitFor();
  await newField(page, 'Id').fill(String(largest));
  await button(page, 'Add the pet').press('Enter');
  await row.waitFor();
  await expect.poll(() => newField(page, 'Name').inputValue()).toBe('');
  expect((await sandbox.pets.list()).at(-1)).toEqual({
    id: largest,
    name: 'Rex',
    categoryId: largest,
  });

  const name = label(page, `Name of pet ${largest}`);
  await name.fill('Max');
  // What the app does meanwhile changes no field that one edits.
  await callPets(simulator, 'checkout-7', '', newPet);
  await page.getByText('1–4 of 4').waitFor();
  await name.press('Enter');
  await expect.poll(async () => (await sandbox.pets.list())[2]?.name).toBe('Max');
  const category = label(page, `Category of pet ${largest}`);
  await category.fill('banana');
  await category.press('Enter');
  await page.getByRole('alert').getByText('A whole number of 64 bits').waitFor();
  expect(await category.inputValue()).toBe('banana');

  await button(page, `Remove pet ${largest}`).press('Enter');
  await expect.poll(() => row.count()).toBe(0);
  expect(await sandbox.pets.list()).toHaveLength(3);
});

test('filters and pages, and shows what the app and tests change meanwhile', async () => {
  const { page, simulator, sandbox } = await openPets(101, '&skip=400');
  await page.getByText('101–101 of 101 pets of checkout-7').waitFor();
  await sandbox.pets.remove(101);
  await page.getByText('51–100 of 100').waitFor();

  await page.getByRole('searchbox').pressSequentially('Rex the');
  await page.getByText('None of the 100 pets').waitFor();
  const body = '{"name":"Rex the first","categoryId":1,"status":"sold"}';
  await callPets(simulator, 'checkout-7', '', { ...newPet, body });
  await page.getByText('1–1 of 1').waitFor();
  await label(page, 'Status').selectOption('pending');
  await page.getByText('None of the 101 pets').waitFor();
  expect(page.url()).toContain('&search=Rex+the&status=pending');
  await page.goBack();
  await page.getByText('1–1 of 1').waitFor();
});

test('says in front of a service that the pets are its own', async () => {
  const upstream = 'http://127.0.0.1:9/v1';
  const { page } = await openConsole({ route: 'pets', upstream });

  const alert = page.getByRole('alert').getByText(`those of the service at ${upstream}`);
  await expect.poll(() => alert.isVisible()).toBe(true);
  await expect.poll(() => page.getByText(`In front of ${upstream}`).isVisible()).toBe(true);
});

test('changes the status of a pet in the list, also on a phone', async () => {
  const { page, sandbox } = await openPets(1);
  await page.setViewportSize({ width: 400, height: 740 });
  const status = label(page, 'Status of pet 1');

  await status.selectOption('sold');
  await expect.poll(async () => (await sandbox.pets.list())[0]?.status).toBe('sold');
  await status.selectOption('');
  await expect.poll(async () => (await sandbox.pets.list())[0]).not.toHaveProperty('status');

  await expectAccessible(page);
  const box = await button(page, 'Remove pet 1').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(400);
});

test('resets to a fixture, whose hostile names stay text', async () => {
  const { page, sandbox } = await openPets();
  await button(page, 'Reset').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('tricky-names');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await page.getByText('Reset the sandbox checkout-7').waitFor();

  const pets = await sandbox.pets.list();
  const names = page.getByLabel(/^Name of pet/);
  await expect.poll(() => names.count()).toBe(pets.length);
  const shown = await names.evaluateAll((fields) => fields.map((field) => Object(field).value));
  // A field of one line shows no line breaks.
  expect(shown).toEqual(pets.map(({ name }) => name.replace(/[\r\n]/g, '')));
  expect(await page.locator('img, main script').count()).toBe(0);
  await expectAccessible(page);
});

test('saves a snapshot, and restores it from a file', async () => {
  const { page, sandbox } = await openPets(3);
  await sandbox.pets.add({ id: largest, name: 'Rex', categoryId: 1 });

  const downloading = page.waitForEvent('download');
  await button(page, 'Snapshots').click();
  await button(page, 'Save a snapshot').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('checkout-7.json');
  await sandbox.reset();
  const restore = async (text: string) => {
    if (!(await page.getByRole('dialog').isVisible())) {
      await button(page, 'Snapshots').click();
    }
    await page.getByLabel(/^Restore a snapshot/).setInputFiles({
      name: 'saved.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  };

  await restore(await readFile(await download.path(), 'utf8'));
  await expect.poll(async () => (await sandbox.pets.list()).at(-1)?.id).toBe(largest);
  await restore('{}');
  const alert = page.getByRole('alert');
  await alert.getByText('saved.json was not restored. snapshot of the body is required').waitFor();
});
