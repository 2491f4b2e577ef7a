import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { callPets, expectAccessible, newPet, useConsole } from '../../support/console.js';

const openConsole = useConsole();
const away = 'The simulator does not answer. Check that it runs.';

const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Exchanges' }).getByRole('rowheader');
const countRows = (page: Page) => expect.poll(() => rowsOf(page).count());

test('shows an exchange as it happens, with all that is known about it', async () => {
  const { page, simulator } = await openConsole({ choose: { 'id-scheme': 'large' } });
  await simulator.sandbox('checkout-7').reset({ test: 'cart > adds a pet' });
  const row = page.getByRole('row', { name: /POST/ });

  const sent = callPets(simulator, 'checkout-7', '', {
    ...newPet,
    headers: { Prefer: 'delay=1500' },
  });

  await expect.poll(() => row.innerText()).toContain('waiting');
  const id = /"id":(-?\d+)/.exec((await (await sent)?.text()) ?? '')?.[1];
  await expect
    .poll(() => row.innerText())
    .toMatch(/\+ beyond\s+201\s+POST .*createPet\s+\d\.\d\d s\s+checkout-7\s+cart > adds a pet/s);
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expectAccessible(page);
  const read = (name: string) => dialog.getByRole('region', { name, exact: true }).innerText();
  expect(await read('Response')).toContain(`"id": ${id}`);
  expect(await read('Request')).toContain('"name": "Rex"');
  expect(await read('Why this answer')).toContain('The choice is large.');
  await dialog.getByRole('link', { name: 'Change the choice for id-scheme' }).click();
  await page.getByRole('heading', { name: 'Choices' }).waitFor();
  expect(page.url()).toContain('#/choices?sandbox=checkout-7');
});

test('says what forced an answer, or that the simulator refused, and filters', async () => {
  const { page, simulator } = await openConsole();
  await simulator.sandbox('x').addRule({ operation: 'listPets', code: 503, times: 1 });
  await callPets(simulator, 'x');
  await callPets(simulator, 'x', '', { headers: { Prefer: 'code=401' } });
  await callPets(simulator, 'x', '', { headers: { Prefer: 'code=999' } });
  await countRows(page).toBe(3);

  const reasons = page.getByRole('dialog').getByRole('region', { name: 'Why this answer' });
  for (const [row, reason] of [
    [2, 'The rule rule-1 forced code=503, beyond the document.'],
    [1, 'The header Prefer: code=401 of the request forced code=401'],
    [0, 'The simulator refused the request (simulator_bad_preference).'],
  ] as const) {
    await rowsOf(page).nth(row).getByRole('button').click();
    await expect.poll(() => reasons.innerText()).toContain(reason);
    await page.keyboard.press('Escape');
  }
  await page.getByLabel('Note').selectOption('refused');
  await page.getByText('of which 1 pass the filters').waitFor();
  const counts = page.getByRole('region', { name: 'Answers by kind' });
  expect(await counts.innerText()).toMatch(/promised\s+0\s.*beyond\s+0\s.*refused\s+1/s);
  expect(page.url()).toContain('#/traffic?note=refused');
  await page.getByLabel('Status').selectOption('4xx');
  await page.getByText('No exchange passes the filters.').waitFor();
});

test('pauses and clears the list, counts what it leaves out, and begins anew after a restart', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await callPets(simulator, 'y');
  await countRows(page).toBe(2);

  await page.getByRole('button', { name: 'Pause' }).click();
  await callPets(simulator, 'x');
  await callPets(simulator, 'x');
  await page.getByRole('button', { name: 'Continue (2 new)' }).click();
  await countRows(page).toBe(4);
  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByText('No exchange yet').waitFor();
  await callPets(simulator, 'y');
  await page.getByText('5 exchanges of all sandboxes; list and counts have the last 1').waitFor();

  await simulator.close();
  await page.getByText(`${away} This page tries again`).waitFor();
  await countRows(page).toBe(1);
  await using restarted = await startSimulator({ port: simulator.port });
  await callPets(restarted, 'x', '/1');
  await page.getByRole('row', { name: '/v1/pets/1' }).waitFor();
  await countRows(page).toBe(1);
  expect(await page.getByText(away).count()).toBe(0);
});

test('shows all that the journal of a chosen sandbox has, and draws a part of it', async () => {
  const { page, simulator } = await openConsole();
  for (let round = 0; round < 22; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => callPets(simulator, 'x')));
  }
  await callPets(simulator, 'y');

  await page.getByText('1101 exchanges of all sandboxes').waitFor();
  const picker = page.getByLabel('Sandbox', { exact: true });
  await picker.fill('x');
  await picker.press('Enter');
  await page.getByText('1100 exchanges of x; list and counts have the last 1000.').waitFor();
  await countRows(page).toBe(200);
  await page.getByRole('button', { name: /^Show more/ }).click();
  await countRows(page).toBe(400);
  await callPets(simulator, 'x');
  await page.getByText('1101 exchanges of x').waitFor();
  await picker.fill('all sandboxes');
  await picker.press('Enter');
  await page.getByText('1102 exchanges of all sandboxes').waitFor();
  expect(page.url()).not.toContain('sandbox=');
});

test('a link opens an exchange, and the back button closes it', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await callPets(simulator, 'x', '/1');
  await countRows(page).toBe(2);
  const dialog = page.getByRole('dialog', { name: 'GET /v1/pets/1: 200' });

  await page.getByRole('region', { name: 'Exchanges' }).focus();
  for (const key of ['Tab', 'ArrowDown', 'ArrowUp', 'Enter']) {
    await page.keyboard.press(key);
  }
  await dialog.waitFor();
  const link = page.url();
  expect(link).toContain('exchange=x.2');
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });

  await page.goto(link);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).not.toContain('exchange');
  await page.goto(link.replace(/\d+$/, '99'));
  await page.getByText('The journal of x has no exchange 99 any more.').waitFor();
});

test('shows and saves the contract of what was used, and what is left out', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await callPets(simulator, 'x', '?limit=0');
  await countRows(page).toBe(2);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Contract' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contract' });
  await dialog.getByLabel('Consumer').fill('shop');
  await dialog.getByLabel('Needs').fill('Pet=name');
  await page.keyboard.press('Enter');

  await dialog.getByText('listPets returns 20 pets').waitFor();
  const leftOut = dialog.getByRole('region', { name: 'Left out' });
  expect(await leftOut.innerText()).toContain('GET /v1/pets?limit=0: the document is silent on');
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save shop.json' }).click();
  const { text } = await simulator.pact({ consumer: 'shop', needs: { Pet: ['name'] } });
  expect(await readFile(await (await saved).path(), 'utf8')).toBe(text);
});
