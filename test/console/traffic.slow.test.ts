import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { create, list } from '../control/exchanges.js';
import { callAtOnce, callService } from '../control/open.js';
import { expectAccessible, useConsole } from '../support/console.js';

const openConsole = useConsole();

const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Exchanges' }).getByRole('rowheader');

async function openTraffic(options: Parameters<typeof openConsole>[0] = {}) {
  const opened = await openConsole({ route: 'traffic', ...options });
  await opened.page.getByText('Live').waitFor();
  return opened;
}

test('shows an exchange as it happens, with all that is known about it', async () => {
  const { page, simulator } = await openTraffic({ choose: { 'id-scheme': 'large' } });
  const sandbox = simulator.sandbox('checkout-7');
  await sandbox.reset({ test: 'cart > adds a pet' });

  const { text } = await callService(simulator, sandbox, create);

  const row = page.getByRole('row', { name: /POST/ });
  await expect
    .poll(() => row.innerText())
    .toMatch(/\? open\s+201\s+POST .*createPet.* ms\s+checkout-7\s+cart > adds a pet/s);
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  const id = /"id":(-?\d+)/.exec(text)?.[1] ?? 'an id';
  await expect
    .poll(() => dialog.getByRole('region', { name: 'Response' }).innerText())
    .toContain(`"id": ${id}`);
  expect(await dialog.getByRole('region', { name: 'Request' }).innerText()).toContain(
    '"name": "Rex"',
  );
  const reasons = dialog.getByRole('region', { name: 'Why this answer' });
  expect(await reasons.innerText()).toContain('The choice is large.');
  await reasons.getByRole('button', { name: 'Section §4.2' }).last().click();
  await page
    .getByRole('dialog', { name: 'The interface document' })
    .getByText('createPet')
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await reasons.getByRole('link', { name: 'Change the choice for id-scheme' }).click();
  await page.getByRole('heading', { name: 'Choices' }).waitFor();
  expect(page.url()).toContain('#/choices?sandbox=checkout-7');
});

test('says which rule or preference forced an answer', async () => {
  const { page, simulator } = await openTraffic();
  const sandbox = simulator.sandbox('default');
  await sandbox.addRule({ operation: 'listPets', code: 503 });
  await callService(simulator, sandbox, list);
  await callService(simulator, sandbox, { ...list, headers: { Prefer: 'code=401' } });

  const reasons = page.getByRole('dialog').getByRole('region', { name: 'Why this answer' });
  await rowsOf(page).nth(1).getByRole('button').click();
  await expect
    .poll(() => reasons.innerText())
    .toContain('The rule rule-1 forced code=503, beyond the document.');
  await page.keyboard.press('Escape');
  await rowsOf(page).nth(0).getByRole('button').click();
  await expect
    .poll(() => reasons.innerText())
    .toContain('The header Prefer: code=401 of the request forced code=401');
});

test('shows what happened before the page was open', async () => {
  const { page, simulator } = await openConsole({ route: 'choices' });
  for (const name of ['default', 'x']) {
    await callAtOnce(2, simulator, simulator.sandbox(name), list);
  }

  await page.getByRole('link', { name: 'Traffic' }).click();

  await expect.poll(() => rowsOf(page).count()).toBe(4);
});

test('shows hostile names, paths, headers and test names as text', async () => {
  const { page, simulator } = await openTraffic({ fixture: 'tricky-names' });
  const hostile = '<img src=x onerror="document.title=1">"\'&lt;</script>';
  const sandbox = simulator.sandbox('x');
  await sandbox.reset({ fixture: 'tricky-names', test: hostile });
  await callService(simulator, sandbox, {
    ...create,
    path: `/pets?${encodeURI(hostile)}`,
    headers: { 'X-Trace': hostile },
    body: JSON.stringify({ name: hostile, categoryId: 1 }),
  });
  await callService(simulator, sandbox, { path: '/pets?limit=100' });

  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(await page.getByRole('row', { name: /POST/ }).innerText()).toContain(hostile);
  for (const [index, region] of [
    [0, 'Response'],
    [1, 'Request'],
  ] as const) {
    await rowsOf(page).nth(index).getByRole('button').click();
    const message = page.getByRole('dialog').getByRole('region', { name: region });
    await expect.poll(() => message.innerText()).toContain(index === 0 ? '"name": "' : hostile);
    await page.keyboard.press('Escape');
  }
  expect(await page.title()).toContain('Traffic');
});

test('filters, pauses and clears the list', async () => {
  const { page, simulator } = await openTraffic();
  const sandbox = simulator.sandbox('x');
  await callService(simulator, sandbox, list);
  await callService(simulator, sandbox, { path: '/pets?limit=0' });
  await callService(simulator, simulator.sandbox('default'), list);
  const count = () => rowsOf(page).count();
  await expect.poll(count).toBe(3);

  await page.getByLabel('Status').selectOption('4xx');
  await expect.poll(count).toBe(1);
  await page.getByLabel('Status').selectOption('failures: 4xx, 5xx, faults');
  await expect.poll(count).toBe(1);
  await page.getByLabel('Status').selectOption('all');
  await page.getByLabel('Note').selectOption('violation');
  await expect.poll(count).toBe(1);
  expect(page.url()).toContain('#/traffic?note=violation');
  await page.getByLabel('Note').selectOption('all');

  await page.getByRole('button', { name: 'Pause' }).click();
  await callAtOnce(2, simulator, sandbox, list);
  await page.getByRole('button', { name: 'Continue (2 new)' }).waitFor();
  expect(await count()).toBe(3);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(count).toBe(5);

  await page.getByRole('button', { name: 'Clear the list' }).click();
  await page.getByText('No exchange yet').waitFor();
});

test('shows the sandbox that is chosen, with all that its journal has', async () => {
  const { page, simulator } = await openTraffic();
  await callAtOnce(120, simulator, simulator.sandbox('x'), list);
  await callService(simulator, simulator.sandbox('y'), list);
  await page.getByText('121 exchanges of all sandboxes').waitFor();
  const picker = page.getByRole('combobox', { name: 'Sandbox', exact: true });

  await picker.fill('x');
  await picker.press('Enter');
  await page.getByText('120 exchanges of x,').waitFor();
  await callService(simulator, simulator.sandbox('x'), list);
  await callService(simulator, simulator.sandbox('y'), list);
  await page.getByText('121 exchanges of x,').waitFor();
  await expect.poll(() => page.url()).toContain('#/traffic?sandbox=x');
  await page.reload();
  await page.getByText('121 exchanges of x,').waitFor();

  await picker.click();
  await page.getByRole('option', { name: 'all sandboxes' }).click();
  await page.getByText('exchanges of all sandboxes').waitFor();
  await expect.poll(() => page.getByRole('row', { name: /listPets.*\by\b/ }).count()).toBe(2);
  await expect.poll(() => page.url()).not.toContain('sandbox=');
});

test('a link opens an exchange, and the back button closes it', async () => {
  const { page, simulator } = await openTraffic();
  await callService(simulator, simulator.sandbox('x'), list);
  await callService(simulator, simulator.sandbox('x'), { path: '/pets/1' });
  const dialog = page.getByRole('dialog');

  await rowsOf(page).nth(1).getByRole('button').click();
  await dialog.waitFor();
  const link = page.url();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('GET /sandboxes/x/v1/pets');

  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('dialog', { name: 'GET /sandboxes/x/v1/pets: 200' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).not.toContain('exchange');

  await page.goto(link.replace(/\d+$/, '99'));
  await page.getByText('The journal of x has no exchange 99 any more.').waitFor();
});

test('works by keyboard', async () => {
  const { page, simulator } = await openTraffic();
  await callService(simulator, simulator.sandbox('default'), list);
  await callService(simulator, simulator.sandbox('default'), { path: '/pets/1' });
  await expect.poll(() => rowsOf(page).count()).toBe(2);

  await page.getByRole('region', { name: 'Exchanges' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'GET /v1/pets: 200' }).waitFor();
  await page.keyboard.press('Escape');

  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('GET /v1/pets');
});

test('draws few rows of thousands of exchanges, and stays usable', async () => {
  const { page, simulator } = await openTraffic();
  const sandboxes = Array.from({ length: 10 }, (_, index) => simulator.sandbox(`test-${index}`));

  for (let round = 0; round < 10; round += 1) {
    await Promise.all(sandboxes.map((sandbox) => callAtOnce(30, simulator, sandbox, list)));
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await callService(simulator, simulator.sandbox('last'), list);

  await page.getByRole('row', { name: /last/ }).waitFor();
  await page.getByText('2000 exchanges of all sandboxes, newest first').waitFor();
  expect(await rowsOf(page).count()).toBeLessThan(80);
  await page
    .getByRole('region', { name: 'Exchanges' })
    .evaluate((frame) => frame.scrollTo(0, 40_000));
  await expect.poll(() => page.getByRole('row', { name: /last/ }).count()).toBe(0);
});

test('follows a simulator that restarts', async () => {
  const { page, simulator } = await openTraffic();
  await callService(simulator, simulator.sandbox('default'), list);
  await expect.poll(() => rowsOf(page).count()).toBe(1);

  await simulator.close();
  await page.getByText('The simulator does not answer. This page tries again').waitFor();
  await using restarted = await startSimulator({ port: simulator.port });
  await callService(restarted, restarted.sandbox('default'), { path: '/pets/1' });

  await expect.poll(() => rowsOf(page).count(), { timeout: 10_000 }).toBe(2);
  await page.getByText('Live').waitFor();
});

test('has no barriers', async () => {
  const { page, simulator } = await openTraffic();
  await callService(simulator, simulator.sandbox('default'), create);
  await rowsOf(page).waitFor();
  await expectAccessible(page);

  await rowsOf(page).getByRole('button').click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});

test('shows and saves the contract of what was used, and what is left out', async () => {
  const { page, simulator } = await openTraffic();
  const sandbox = simulator.sandbox('x');
  await callService(simulator, sandbox, list);
  await callService(simulator, sandbox, { path: '/pets?limit=0' });

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

  await dialog.getByLabel('Needs').fill('Pet=nam');
  await dialog.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('alert').filter({ hasText: 'fields of Pet, which are' }).waitFor();
});
