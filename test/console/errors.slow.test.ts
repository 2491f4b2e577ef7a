import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from '../support/console.js';

const openConsole = useConsole();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isArmed = (page: Page, name: string) => button(page, name).getAttribute('aria-pressed');

test('arms a status for every operation at a click, and disarms it at the next', async () => {
  const { page, simulator } = await openConsole({ route: 'errors?sandbox=checkout-7' });

  await button(page, '503').click();

  await expect.poll(() => isArmed(page, '503')).toBe('true');
  expect(await simulator.sandbox('checkout-7').rules()).toMatchObject([{ code: 503 }]);

  await button(page, '503').click();

  await expect.poll(() => isArmed(page, '503')).toBe('false');
  expect(await simulator.sandbox('checkout-7').rules()).toEqual([]);
});

test('arms a fault for two requests of one operation, by keyboard', async () => {
  const { page, simulator } = await openConsole({ route: 'errors' });
  await page.getByLabel('For', { exact: true }).selectOption('getPet');
  await page.getByLabel('How many requests').fill('2');

  await button(page, 'Never answer').focus();
  await page.keyboard.press('Enter');

  await page.getByRole('status').getByText('Armed for getPet: never answer.').waitFor();
  expect(await simulator.sandbox('default').rules()).toMatchObject([
    { operation: 'getPet', fault: 'hang', times: 2 },
  ]);
});

test('shows how often a rule applied, as it happens', async () => {
  const { page, simulator } = await openConsole({ route: 'errors' });
  await page.getByLabel('How many requests').fill('1');
  await button(page, '429').click();
  await page.getByRole('cell', { name: '0 of 1' }).waitFor();

  await simulator.fetch(`${simulator.url}/pets`, {
    headers: { Authorization: `Bearer ${simulator.apiKey}` },
  });

  await page.getByRole('cell', { name: '1 of 1' }).waitFor();
  expect(await isArmed(page, '429')).toBe('false');
});

test('arms a rule with its own body, headers and match', async () => {
  const { page, simulator } = await openConsole({ route: 'errors' });
  await page.getByText('Advanced').click();
  await page.getByLabel('Status', { exact: true }).fill('422');
  await page.getByLabel('Body', { exact: true }).fill('{"id":9223372036854775807}');
  await page.getByLabel('Headers', { exact: true }).fill('Retry-After: 30\nX-Reason: test');
  await page.getByLabel('Text in headers').fill('User-Agent: shop/');

  await button(page, 'Arm this rule').click();

  await page.getByRole('cell', { name: 'header User-Agent contains shop/' }).waitFor();
  expect(await simulator.sandbox('default').rules()).toMatchObject([
    {
      code: 422,
      body: { id: 9223372036854775807n },
      headers: { 'Retry-After': '30', 'X-Reason': 'test' },
      match: { headersContain: { 'User-Agent': 'shop/' } },
    },
  ]);
});

test('shows an error of the simulator beside its field, and moves there', async () => {
  const { page } = await openConsole({ route: 'errors' });
  await page.getByText('Advanced').click();
  const status = page.getByLabel('Status', { exact: true });
  await status.fill('700');

  await button(page, 'Arm this rule').click();

  await page.getByText('code must be at most 599; got 700').waitFor();
  expect(await status.getAttribute('aria-invalid')).toBe('true');
  expect(await status.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('keeps the buttons of a rule with a long text in sight', async () => {
  const { page, simulator } = await openConsole({ route: 'errors' });
  await simulator
    .sandbox('default')
    .addRule({ code: 503, match: { bodyContains: 'x'.repeat(900) } });
  await page.reload();

  const box = await button(page, 'Disarm rule-1').boundingBox();

  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0);
});

test('disarms one rule, then all', async () => {
  const { page, simulator } = await openConsole({ route: 'errors' });
  for (const name of ['500', '2 s', 'Slow body']) {
    await button(page, name).click();
    await expect.poll(() => isArmed(page, name)).toBe('true');
  }

  await button(page, 'Disarm rule-2').click();
  await expect.poll(() => isArmed(page, '2 s')).toBe('false');
  await button(page, 'Disarm all').click();

  await page.getByRole('heading', { name: 'No rule is armed' }).waitFor();
  expect(await simulator.sandbox('default').rules()).toEqual([]);
});

test('shows hostile text of a rule as text, without barriers', async () => {
  const { page, simulator } = await openConsole({ route: 'errors' });
  const text = '<img src=x onerror="document.title=1">';
  await simulator.sandbox('default').addRule({ code: 503, match: { bodyContains: text } });

  await page.reload();

  await page.getByText(text).waitFor();
  await page.getByText('Advanced').click();
  await expectAccessible(page);
});
