import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPets, expectAccessible, useConsole } from '../../support/console.js';

const openConsole = useConsole();

async function openErrors() {
  const { page, simulator } = await openConsole({ route: 'errors?sandbox=checkout-7' });
  return { page, simulator, rules: () => simulator.sandbox('checkout-7').rules() };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isArmed = (page: Page, name: string) =>
  expect.poll(() => button(page, name).getAttribute('aria-pressed'));

test('arms at a click for every operation, and disarms at the next, one or all', async () => {
  const { page, rules } = await openErrors();
  for (const name of ['503', '2 s', 'Slow body']) {
    await button(page, name).click();
    await isArmed(page, name).toBe('true');
  }
  expect(await rules()).toMatchObject([{ fault: 'dribble' }, { delay: 2_000 }, { code: 503 }]);

  await button(page, '503').click();
  await isArmed(page, '503').toBe('false');
  await button(page, 'Disarm rule-2').click();
  await isArmed(page, '2 s').toBe('false');
  expect(await rules()).toMatchObject([{ fault: 'dribble' }]);
  await button(page, 'Disarm all').click();

  await page.getByRole('heading', { name: 'No rule is armed' }).waitFor();
  expect(await rules()).toEqual([]);
});

test('arms a fault for one request of one operation, by keyboard, and counts it', async () => {
  const { page, simulator } = await openErrors();
  await page.getByLabel('For', { exact: true }).selectOption('getPet');
  await page.getByLabel('How many requests').fill('1');

  await button(page, 'Reset the connection').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('Armed for getPet: reset the connection.').waitFor();
  await page.getByRole('cell', { name: '0 of 1' }).waitFor();
  await callPets(simulator, 'checkout-7', '/1');

  await page.getByRole('cell', { name: '1 of 1' }).waitFor();
  await isArmed(page, 'Reset the connection').toBe('false');
});

test('arms a rule as JSON to the last digit, and says what is wrong with one', async () => {
  const { page, rules } = await openErrors();
  await page.getByText('Advanced').click();
  const field = page.getByLabel('Rule', { exact: true });

  await field.fill('{"code":700}');
  await button(page, 'Arm this rule').click();
  await page.getByRole('alert').getByText('must be at most 599; got 700').waitFor();
  await expectAccessible(page);
  const match = { bodyContains: '<img src=x onerror=alert(1)>'.repeat(20) };
  const text = `{"code":422,"body":{"id":9223372036854775807},"match":${JSON.stringify(match)}}`;
  await field.fill(text);
  await button(page, 'Arm this rule').click();

  await page.getByRole('cell', { name: match.bodyContains }).waitFor();
  expect(await rules()).toMatchObject([{ code: 422, body: { id: 9223372036854775807n }, match }]);
  const box = await button(page, 'Disarm rule-1').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(page.viewportSize()?.width ?? 0);
});
