import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPets, expectAccessible, useConsole } from '../../support/console.js';

const openConsole = useConsole();

async function openChoices() {
  const { page, simulator } = await openConsole({ route: 'choices?sandbox=checkout-7' });
  const sandbox = simulator.sandbox('checkout-7');
  await page.getByRole('table').waitFor();
  return { page, simulator, sandbox };
}

const click = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('changes a single choice and keeps the other settings', async () => {
  const { page, sandbox } = await openChoices();
  await sandbox.settings.set({ profile: 'lenient', latency: '1-2', allow: ['open'] });
  await page.reload();

  await page.getByRole('combobox', { name: 'list-order' }).selectOption('newest-first');

  await expect
    .poll(async () => (await sandbox.settings.read()).choices['list-order'])
    .toBe('newest-first');
  expect(await sandbox.settings.read()).toMatchObject({
    choices: { 'omitted-status': 'available' },
    latency: { from: 1, to: 2 },
    allow: ['open'],
  });
  await page.getByText('own choices').waitFor();
});

test('shows the section that is silent', async () => {
  const { page } = await openChoices();
  const row = page.getByRole('row', { name: 'list-order' });

  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('4.1 List all animals').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  expect(await dialog.count()).toBe(0);
  expect(await row.getByRole('button').evaluate((link) => link === document.activeElement)).toBe(
    true,
  );
});

test('jumps to the end of getPet', async () => {
  const { page, simulator } = await openChoices();

  await click(page, "Jump to getPet's end");
  await page.getByText('getPet has ended').waitFor();

  expect((await callPets(simulator, 'checkout-7', '/1'))?.status).toBe(410);
});

test('freezes, advances and releases the clock', async () => {
  const { page, sandbox } = await openChoices();

  await page.getByLabel('Freeze at (UTC)').fill('2030-12-04T23:30:00');
  await click(page, 'Freeze there');
  await page.getByText('2030-12-04 23:30:00 UTC').waitFor();
  await click(page, '+1 hour');
  await page.getByText('2030-12-05 00:30:00 UTC').waitFor();

  expect(await sandbox.clock.now()).toEqual(new Date('2030-12-05T00:30:00Z'));
  await click(page, 'Back to real time');
  await page.getByText('getPet works until').waitFor();
  expect(await sandbox.clock.now()).not.toEqual(new Date('2030-12-05T00:30:00Z'));
});

test('sets the latency, and says what is wrong with one', async () => {
  const { page, sandbox } = await openChoices();
  const latency = page.getByLabel('Milliseconds');

  await latency.fill('soon');
  await click(page, 'Set the latency');
  await page.getByRole('alert').filter({ hasText: 'got "soon"' }).waitFor();
  await latency.fill('20-30');
  await click(page, 'Set the latency');

  await expect
    .poll(async () => (await sandbox.settings.read()).latency)
    .toEqual({ from: 20, to: 30 });
});

test('shows the sentence of a refusal', async () => {
  const { page, simulator } = await openChoices();
  await simulator.close();

  await page.getByLabel('hostile').click();

  const alert = page.getByRole('alert').filter({ hasText: 'The simulator does not answer.' });
  await alert.waitFor();
  expect(await page.getByLabel('default').isChecked()).toBe(true);
});

test('allows notes, selects a profile, and has no barriers', async () => {
  const { page, sandbox } = await openChoices();

  await page.getByText('Allowed notes: none').click();
  await page.getByLabel('deprecated').check();
  await page.getByText('Allowed notes: deprecated').waitFor();
  await page.getByLabel('hostile').check();

  await expect
    .poll(() => sandbox.settings.read())
    .toMatchObject({ allow: ['deprecated'], choices: { 'id-scheme': 'large' } });
  await page.getByRole('combobox', { name: 'list-order' }).selectOption('oldest-first');
  await page.getByText('own choices').waitFor();
  await expectAccessible(page);
});
