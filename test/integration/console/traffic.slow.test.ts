import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { callPets, expectAccessible, newPet, useConsole } from '../../support/console.js';

const openConsole = useConsole();

const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Exchanges' }).getByRole('rowheader');
const countRows = (page: Page) => expect.poll(() => rowsOf(page).count());

test('shows an exchange as it happens, with all that is known about it', async () => {
  const { page, simulator } = await openConsole({ choose: { 'id-scheme': 'large' } });
  await simulator.sandbox('checkout-7').reset({ test: 'cart > adds a pet' });

  const response = await callPets(simulator, 'checkout-7', '', newPet);

  const row = page.getByRole('row', { name: /POST/ });
  await expect
    .poll(() => row.innerText())
    .toMatch(/\? open\s+201\s+POST .*createPet.* ms\s+checkout-7\s+cart > adds a pet/s);
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expectAccessible(page);
  const id = /"id":(-?\d+)/.exec((await response?.text()) ?? '')?.[1];
  const [request, answer] = ['Request', 'Response'].map((name) =>
    dialog.getByRole('region', { name, exact: true }),
  );
  expect(await answer?.innerText()).toContain(`"id": ${id}`);
  expect(await request?.innerText()).toContain('"name": "Rex"');
  const reasons = dialog.getByRole('region', { name: 'Why this answer' });
  expect(await reasons.innerText()).toContain('The choice is large.');
  await reasons.getByRole('button', { name: 'Section §4.2' }).last().click();
  await page
    .getByRole('dialog', { name: 'The interface document' })
    .getByText('createPet')
    .waitFor();
  await page.keyboard.press('Escape');
  await reasons.getByRole('link', { name: 'Change the choice for id-scheme' }).click();
  await page.getByRole('heading', { name: 'Choices' }).waitFor();
  expect(page.url()).toContain('#/choices?sandbox=checkout-7');
});

test('says which rule or preference forced an answer, or that the simulator refused', async () => {
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
  await countRows(page).toBe(1);
  await page.getByLabel('Note').selectOption('promised');
  await countRows(page).toBe(0);
});

test('shows hostile names, paths, headers and test names as text', async () => {
  const { page, simulator } = await openConsole();
  const hostile = '<img src=x onerror="document.title=1">"\'&lt;</script>';
  await simulator.sandbox('x').reset({ test: hostile });
  await callPets(simulator, 'x', `?${encodeURI(hostile)}`, {
    method: 'POST',
    headers: { 'X-Trace': hostile },
    body: JSON.stringify({ name: hostile, categoryId: 1 }),
  });

  const row = page.getByRole('row', { name: /POST/ });
  await expect.poll(() => row.innerText()).toContain(hostile);
  await row.getByRole('button').click();
  const request = page.getByRole('dialog').getByRole('region', { name: 'Request' });
  await expect.poll(() => request.innerText()).toContain(hostile);
  expect(await page.title()).toContain('Traffic');
});

test('filters, pauses and clears the list', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await callPets(simulator, 'x', '?limit=0');
  await callPets(simulator, 'y');
  await countRows(page).toBe(3);

  await page.getByLabel('Status').selectOption('4xx');
  await countRows(page).toBe(1);
  await page.getByLabel('Status').selectOption('all');
  await page.getByLabel('Note').selectOption('violation');
  await page.getByText('of which 1 pass the filters').waitFor();
  expect(page.url()).toContain('#/traffic?note=violation');
  await page.getByLabel('Note').selectOption('all');

  await page.getByRole('button', { name: 'Pause' }).click();
  await callPets(simulator, 'x');
  await callPets(simulator, 'x');
  await page.getByRole('button', { name: 'Continue (2 new)' }).click();
  await countRows(page).toBe(5);

  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByText('No exchange yet').waitFor();
  await callPets(simulator, 'y');
  await page.getByText('6 exchanges of all sandboxes; here are the last 1').waitFor();
});

test('shows the sandbox that is chosen, with all that its journal has', async () => {
  const { page, simulator } = await openConsole({ route: 'choices' });
  await Promise.all(Array.from({ length: 120 }, () => callPets(simulator, 'x')));
  await callPets(simulator, 'y');

  await page.getByRole('link', { name: 'Traffic' }).click();
  await page.getByText(/^121 exchanges of all sandboxes/).waitFor();
  const picker = page.getByLabel('Sandbox', { exact: true });
  await picker.fill('x');
  await picker.press('Enter');
  await page.getByText('120 exchanges of x.').waitFor();
  await callPets(simulator, 'x');
  await page.getByText('121 exchanges of x.').waitFor();
  await picker.fill('all sandboxes');
  await picker.press('Enter');
  await page.getByText('122 exchanges of all sandboxes').waitFor();
  await expect.poll(() => page.url()).not.toContain('sandbox=');
});

test('a link opens an exchange, and the back button closes it', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await callPets(simulator, 'x', '/1');
  await countRows(page).toBe(2);
  const dialog = page.getByRole('dialog', { name: 'GET /v1/pets/1: 200' });

  await page.getByRole('region', { name: 'Exchanges' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
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

test('draws few rows of many exchanges, and says so', async () => {
  const { page, simulator } = await openConsole({ route: 'traffic?sandbox=x' });
  await Promise.all(Array.from({ length: 1_100 }, () => callPets(simulator, 'x')));

  await page.getByText('1100 exchanges of x').waitFor();
  await countRows(page).toBe(200);
  await page.getByRole('button', { name: /^Show more/ }).click();
  await countRows(page).toBe(400);
});

test('adds the duration once a delayed response is sent', async () => {
  const { page, simulator } = await openConsole();
  const answered = callPets(simulator, 'x', '', { headers: { Prefer: 'delay=1500' } });
  await page.getByRole('cell', { name: 'waiting' }).waitFor();

  await answered;

  await page.getByRole('cell', { name: /^1\.5\d s$/ }).waitFor();
});

test('follows a simulator that restarts', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await countRows(page).toBe(1);

  await simulator.close();
  await page.getByText('The simulator does not answer. This page tries again').waitFor();
  await using restarted = await startSimulator({ port: simulator.port });
  await callPets(restarted, 'x', '/1');

  await countRows(page).toBe(2);
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
  expect(await dialog.getByRole('region', { name: 'Left out' }).innerText()).toContain(
    'GET /v1/pets?limit=0: the document is silent on',
  );
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save shop.json' }).click();
  const file = await (await saved).path();
  const { text } = await simulator.pact({ consumer: 'shop', needs: { Pet: ['name'] } });
  expect(await readFile(file, 'utf8')).toBe(text);
});
