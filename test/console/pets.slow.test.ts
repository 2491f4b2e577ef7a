import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fixtureNames } from '../../src/options/table.js';
import { expectAccessible, useConsole } from '../support/console.js';

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

test('gives a pet a status, and removes one', async () => {
  const { page, simulator } = await openConsole({ route, pets: 2 });
  const { pets } = simulator.sandbox('checkout-7');

  await page.getByLabel('Status of pet 1', { exact: true }).selectOption('sold');
  await expect.poll(async () => (await pets.list())[0]).toMatchObject({ status: 'sold' });
  await page.getByLabel('Status of pet 1', { exact: true }).selectOption('');
  await expect.poll(async () => (await pets.list())[0]).not.toHaveProperty('status');
  await page.getByRole('button', { name: 'Remove pet 2' }).click();
  await expect.poll(() => rowOf(page, 2).count()).toBe(0);
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

test('filters and pages, and shows pets that the app adds meanwhile', async () => {
  const { page, simulator } = await openConsole({ route: 'pets', pets: 120 });
  const shown = page.getByRole('status').filter({ hasText: / of |No pets/ });
  await expect.poll(() => shown.textContent()).toBe('1–50 of 120');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => shown.textContent()).toBe('101–120 of 120');

  await page.getByLabel('Name or id').fill('zebra crossing');
  await expect.poll(() => shown.textContent()).toBe('No pets');
  await fetch(`${simulator.url}/pets`, {
    method: 'POST',
    headers: { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' },
    body: '{"name":"Zebra Crossing","categoryId":1,"status":"sold"}',
  });

  await expect.poll(() => shown.textContent()).toBe('1–1 of 1');
  await page.getByLabel('Status', { exact: true }).selectOption('pending');
  await expect.poll(() => shown.textContent()).toBe('No pets');
  await expect.poll(() => page.url()).toContain('#/pets?search=zebra+crossing&status=pending');
  await page.goBack();
  await expect.poll(() => shown.textContent()).toBe('1–1 of 1');
});

test('loads only the pets that it shows, of very many', async () => {
  const { page } = await openConsole({ route: 'pets?page=3', pets: 1_000 });
  await page.getByText('101–150 of 1000').waitFor();

  const [response] = await Promise.all([
    page.waitForResponse(/__admin\/pets/),
    page.getByRole('button', { name: 'Next' }).click(),
  ]);

  expect((await response.json()).pets).toHaveLength(50);
  await page.getByText('151–200 of 1000').waitFor();
});

test('keeps the status that is chosen before a typed text is searched', async () => {
  const { page } = await openConsole({ route: 'pets', pets: 3 });
  await page.getByText('1–3 of 3').waitFor();

  await page.evaluate(() => {
    const [field, select] = document.querySelectorAll<HTMLInputElement>(
      '.pets-filter input, .pets-filter select',
    );
    Object.assign(field ?? {}, { value: 'Rex' });
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    Object.assign(select ?? {}, { value: 'sold' });
    select?.dispatchEvent(new Event('change', { bubbles: true }));
  });

  await expect.poll(() => page.url()).toContain('#/pets?search=Rex&status=sold');
});

test('shows the last page for any larger number in the URL', async () => {
  const { page } = await openConsole({ route: 'pets?page=1e300', pets: 51 });

  await page.getByText('51–51 of 51').waitFor();
});

test('says that a response is no JSON, and not that the simulator is gone', async () => {
  const { page } = await openConsole();
  await page.route(/__admin\/pets/, (route) => route.fulfill({ body: '<html>' }));

  await page.getByRole('link', { name: 'Pets' }).click();

  await page.getByText("The simulator's response can't be read: SyntaxError").waitFor();
  expect(await page.getByText('The simulator does not answer.').count()).toBe(0);
});

test('shows all controls of a pet on a phone', async () => {
  const { page } = await openConsole({ route, pets: 1 });
  await page.setViewportSize({ width: 400, height: 740 });

  const box = await page.getByRole('button', { name: 'Remove pet 1' }).boundingBox();

  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(400);
});

test('shows what a test changed meanwhile, and the last page when those of a page are gone', async () => {
  const { page, simulator } = await openConsole({ route: 'pets?page=2', pets: 51 });
  await page.getByText('51–51 of 51').waitFor();

  await simulator.sandbox('default').pets.remove(51);
  await page.evaluate(() => dispatchEvent(new Event('focus')));

  await page.getByText('1–50 of 50').waitFor();
});

test('resets to a fixture, whose hostile names stay text', async () => {
  const { page, simulator } = await openConsole({ route });
  await page.getByLabel('Reset to').waitFor();
  const offered = await page.getByLabel('Reset to').locator('option').allTextContents();
  expect(offered.slice(1)).toEqual(fixtureNames);

  await page.getByLabel('Reset to').selectOption('tricky-names');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByText('Reset the sandbox checkout-7.').waitFor();

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

test('saves a snapshot, and restores it from a file or by drag and drop', async () => {
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

  await sandbox.reset();
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.json'));
    return transfer;
  }, text);
  await page.getByRole('table').dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByText('Restored dropped.json.').waitFor();
  expect((await sandbox.pets.list()).at(-1)?.id).toBe(largest);

  await page
    .getByLabel(/^Restore a snapshot/)
    .setInputFiles({ ...file, buffer: Buffer.from('{}') });
  await page
    .getByRole('alert')
    .getByText('saved.json was not restored. snapshot is required in the body.')
    .waitFor();
});

test('has no barriers', async () => {
  const { page } = await openConsole({ route });
  await page.getByLabel('Status of pet 1', { exact: true }).waitFor();

  await expectAccessible(page);
});
