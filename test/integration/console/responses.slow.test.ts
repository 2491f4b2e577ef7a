import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from '../../support/console.js';

const openConsole = useConsole();

async function openResponses() {
  const { page, simulator } = await openConsole({ route: 'responses?sandbox=checkout-7' });
  await page.getByRole('row', { name: 'Every operation' }).waitFor();
  return { page, simulator, sandbox: simulator.sandbox('checkout-7') };
}

const row = (page: Page, name: string) => page.locator('.forces').getByRole('row', { name });
const status = (page: Page, operation: string, name: string) =>
  row(page, operation).getByRole('button', { name, exact: true });
const active = (page: Page) => page.getByRole('status', { name: 'Active' });

test('makes one rule of status, delay and fault, which a later choice replaces', async () => {
  const { page, sandbox } = await openResponses();
  const poll = () => expect.poll(() => sandbox.rules());

  await status(page, 'createPet', '503').click();
  await poll().toMatchObject([{ operation: 'createPet', code: 503 }]);
  await row(page, 'createPet').getByLabel('Delay').selectOption('2 s');
  await poll().toMatchObject([{ code: 503, delay: 2_000 }]);
  await status(page, 'createPet', '404').click();
  await poll().toMatchObject([{ code: 404, delay: 2_000 }]);
  expect(await sandbox.rules()).toHaveLength(1);
  await row(page, 'createPet').getByLabel('Times').selectOption('2');
  await active(page).getByText('createPet fails with 404 after 2 s, 2 more times').waitFor();
  await expectAccessible(page);

  await active(page).getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('No response is forced.').waitFor();
  expect(await sandbox.rules()).toEqual([]);
});

test('lists all rules in their order, shows hostile text as text, and removes one', async () => {
  const { page, sandbox } = await openResponses();
  const match = { bodyContains: '<img src=x onerror=alert(1)>'.repeat(20) };
  await sandbox.addRule({ code: 422, body: { id: 9223372036854775807n }, match });

  const rules = page.getByRole('region', { name: 'Rules' });
  await rules.getByText(match.bodyContains).waitFor();
  await expectAccessible(page);
  await rules.getByRole('button', { name: 'Remove rule-1' }).click();
  await rules.getByText('No rules.').waitFor();
});
