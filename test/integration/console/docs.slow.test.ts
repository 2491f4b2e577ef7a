import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from '../../support/console.js';

const openPage = useConsole();

/** Tries an operation out as a person does; returns its section of the page. */
async function tryOut(page: Page, operation: string): Promise<Locator> {
  const section = page.locator(`[id$=${operation}]`);
  await section.locator('.opblock-summary-control').click();
  await section.getByRole('button', { name: 'Execute' }).click();
  await section.locator('.live-responses-table').waitFor();
  return section;
}

test('a person tries listPets and sees the pets of this simulator', async () => {
  const { page, simulator } = await openPage({ path: '/docs' });

  const section = await tryOut(page, 'listPets');

  const response = section.locator('.live-responses-table');
  await expect
    .poll(() => response.locator('td.response-col_status').last().innerText())
    .toContain('200');
  expect(await response.locator('.highlight-code').first().innerText()).toContain('"Bentley"');
  expect(await section.locator('.request-url').innerText()).toContain(`${simulator.url}/pets`);
});

test('a person calls a sandbox', async () => {
  const { page, simulator } = await openPage({ path: '/docs' });
  await page.locator('.servers select').first().selectOption({ index: 1 });

  await tryOut(page, 'listPets');

  expect(await simulator.sandbox('docs').requests({ operation: 'listPets' })).toHaveLength(1);
});

test('the page is dark in a dark system', async () => {
  const { page } = await openPage({ path: '/docs' });
  const readColour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await readColour();

  await page.emulateMedia({ colorScheme: 'dark' });

  await expect.poll(readColour).not.toBe(light);
  expect(await readColour()).toBe('rgb(28, 32, 34)');
});

test('keeps large identifiers to the last digit', async () => {
  const { page, simulator } = await openPage({ path: '/docs', fixture: 'large-ids' });
  const getPet = page.locator('[id$=getPet]');
  await getPet.locator('.opblock-summary-control').click();
  await getPet.getByPlaceholder('petId').fill('9223372036854775807');
  await getPet.getByRole('button', { name: 'Execute' }).click();

  const answer = getPet.locator('.live-responses-table .highlight-code').first();
  await expect.poll(() => answer.innerText()).toContain('"id": 9223372036854775807');
  const createPet = page.locator('[id$=createPet]');
  await createPet.locator('.opblock-summary-control').click();
  await createPet.locator('textarea').fill('{"name":"Rex","categoryId":9007199254740993}');
  await createPet.getByRole('button', { name: 'Execute' }).click();
  await createPet.locator('.live-responses-table').waitFor();

  expect(await simulator.sandbox('default').requests({ operation: 'createPet' })).toMatchObject([
    { status: 201, body: expect.stringContaining('9007199254740993') },
  ]);
});

test('has no barriers while a person tries operations', async () => {
  const { page } = await openPage({ path: '/docs' });
  // Colours change at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await page.locator('[id$=getPet] .opblock-summary-control').press('Enter');
  await tryOut(page, 'createPet');
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).first().waitFor();

  await expectAccessible(page);
});
