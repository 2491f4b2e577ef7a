import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from '../../support/console.js';
import { callPets } from '../../support/simulator.js';

const openConsole = useConsole();

async function openBehaviour() {
  const { page, simulator } = await openConsole({ route: 'behaviour?sandbox=checkout-7' });
  const sandbox = simulator.sandbox('checkout-7');
  await page.getByRole('table').waitFor();
  const poll = () => expect.poll(() => sandbox.settings.read());
  return { page, simulator, sandbox, poll };
}

const profile = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Profile' }).getByRole('button', { name });
const click = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('changes a profile, a choice and the allowed notes, each alone', async () => {
  const { page, poll } = await openBehaviour();

  await page.getByText('Allowed notes: none').click();
  await page.getByLabel('deprecated', { exact: true }).check();
  await page.getByText('Allowed notes: deprecated').waitFor();
  await profile(page, 'hostile').click();
  await poll().toMatchObject({ choices: { 'id-scheme': 'large', 'list-order': 'shuffled' } });
  await page.getByRole('combobox', { name: 'list-order' }).selectOption('newest-first');

  await page.getByText('Own choices: hostile with 1 changed.').waitFor();
  await poll().toMatchObject({
    choices: { 'id-scheme': 'large', 'list-order': 'newest-first' },
    allow: ['deprecated'],
  });
  await expectAccessible(page);
});

test('shows the section that is silent, and gives the focus back', async () => {
  const { page } = await openBehaviour();
  const link = page
    .getByRole('row', { name: 'list-order' })
    .getByRole('button', { name: 'Section 4.1' });

  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('4.1 List all animals').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await dialog.waitFor({ state: 'hidden' });
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('freezes and advances the clock to the end of getPet, and releases it', async () => {
  const { page, simulator, sandbox } = await openBehaviour();

  await page.getByLabel('Freeze at (UTC)').fill('2030-12-04T23:30:00');
  await click(page, 'Freeze');
  await page.getByText('2030-12-04 23:30:00').waitFor();
  await click(page, '+1 hour');
  await page.getByText('2030-12-05 00:30:00').waitFor();
  expect(await sandbox.clock.now()).toEqual(new Date('2030-12-05T00:30:00Z'));

  await click(page, 'Real time');
  await page.getByText('getPet works until').waitFor();
  await click(page, "To getPet's end");
  await page.getByText('getPet has ended').waitFor();
  expect((await callPets(simulator, 'checkout-7', '/1'))?.status).toBe(410);
});

test('says where the choices were learned, and what they leave out', async () => {
  const { page } = await openConsole({ route: 'behaviour' });
  await page.getByRole('table').waitFor();
  expect(await page.getByRole('region', { name: 'Learned' }).count()).toBe(0);
  const learned = {
    from: 'https://store.example/v1',
    at: '2026-11-20T10:00:00Z',
    unset: { 'after-sunset': 'the sunset lies in the future' },
    beyond: { 'empty-name': 'answers 422' },
  };
  await page.route('**/__admin/info', (route) => route.fulfill({ json: { learned } }));
  await page.reload();

  await page.getByText('2 points not learned').click();
  const text = await page.getByRole('region', { name: 'Learned' }).innerText();
  expect(text).toMatch(/learned from https:\/\/store\.example\/v1 on .*2026/);
  expect(text).toContain('after-sunset: the sunset lies in the future');
  expect(text).toContain('empty-name: answers 422');
});

test('puts a control back when the simulator does not answer', async () => {
  const { page, simulator } = await openBehaviour();
  await simulator.close();
  const order = page.getByRole('combobox', { name: 'list-order' });

  await order.selectOption('shuffled');

  await page.locator('.toast').getByText('The simulator does not answer.').waitFor();
  expect(await order.inputValue()).toBe('oldest-first');
});
