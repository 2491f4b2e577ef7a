import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from '../../support/console.js';

const openPage = useConsole();

/** Tries an operation out as a person does; returns its section of the page. */
async function tryOut(page: Page, operation: string, field?: string, value = ''): Promise<Locator> {
  const section = page.locator(`[id$=${operation}]`);
  await section.locator('.opblock-summary-control').click();
  if (field !== undefined) {
    await section.locator(field).fill(value);
  }
  await section.getByRole('button', { name: 'Execute' }).click();
  await section.locator('.live-responses-table').waitFor();
  return section;
}

test('calls this simulator with the key, or one of its sandboxes', async () => {
  const { page, simulator } = await openPage({ path: '/docs' });

  const section = await tryOut(page, 'listPets');

  const response = section.locator('.live-responses-table');
  await expect.poll(() => response.innerText()).toContain('"Bentley"');
  expect(await section.locator('.request-url').innerText()).toContain(`${simulator.url}/pets`);
  await page.locator('.servers select').first().selectOption({ index: 1 });
  await section.getByRole('button', { name: 'Execute' }).click();
  await expect
    .poll(() => simulator.sandbox('docs').requests())
    .toMatchObject([{ operation: 'listPets', status: 200 }]);
});

test('keeps large identifiers to the last digit', async () => {
  const { page, simulator } = await openPage({ path: '/docs', fixture: 'large-ids' });

  const getPet = await tryOut(page, 'getPet', 'input', '9223372036854775807');
  await tryOut(page, 'createPet', 'textarea', '{"name":"Rex","categoryId":9007199254740993}');

  const answer = getPet.locator('.live-responses-table .highlight-code').first();
  await expect.poll(() => answer.innerText()).toContain('"id": 9223372036854775807');
  expect(await simulator.sandbox('default').requests({ operation: 'createPet' })).toMatchObject([
    { status: 201, body: expect.stringContaining('9007199254740993') },
  ]);
});

test('is dark in a dark system, and has no barriers while a person tries operations', async () => {
  const { page } = await openPage({ path: '/docs' });
  // Colours change at once.
  await page.addStyleTag({ content: '* { transition: none !important }' });

  await page.locator('[id$=getPet] .opblock-summary-control').press('Enter');
  await tryOut(page, 'createPet');
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  await page.getByRole('button', { name: 'Close', exact: true }).first().waitFor();

  await expectAccessible(page);
  const readColour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(await readColour()).toBe('rgb(28, 32, 34)');
});
