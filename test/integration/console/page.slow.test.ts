import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { expectAccessible, useConsole } from '../../support/console.js';
import { callPets } from '../../support/simulator.js';

const openConsole = useConsole();

const adminToken = 'correct-horse';

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token);
  await page.getByRole('button', { name: 'Open' }).click();
}

test('asks for the token, keeps it for the tab, and asks again when another one is needed', async () => {
  const { page, simulator } = await openConsole({ adminToken, route: 'behaviour' });
  await enter(page, 'wrong');
  await page.getByText('The admin token is incorrect.').waitFor();
  await expectAccessible(page);
  await enter(page, adminToken);
  await page.getByRole('heading', { name: 'Behaviour' }).waitFor();

  await page.reload();
  await page.getByRole('table').waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(adminToken);

  await simulator.close();
  await using _restarted = await startSimulator({ port: simulator.port, adminToken: 'other' });
  await enter(page, 'other');
  await page.getByRole('table').waitFor();
});

test('fills no log with what it reads, but logs what a person changes, and never the token', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => write.mockRestore());
  const { page, simulator } = await openConsole({ adminToken, logLevel: 'info' });
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await enter(page, adminToken);
  await page.getByRole('link', { name: 'Behaviour' }).click();
  await page.getByRole('button', { name: 'strict' }).click();
  await page.getByRole('status', { name: 'Active' }).getByText('profile strict').waitFor();
  await page.getByRole('link', { name: 'Pets' }).click();
  await page.getByRole('table').waitFor();
  await simulator.close();

  const log = write.mock.calls.join('');
  expect(log).toContain('/__admin/settings');
  expect(log).not.toMatch(/changes|requests|pets|console\//);
  expect([log, ...urls, page.url()].join(' ')).not.toContain(adminToken);
});

test('says why it shows nothing beyond this machine without a token', async () => {
  const { page } = await openConsole({ host: '0.0.0.0' });

  await page.getByText('Start it with --admin-token.').waitFor();
  await expectAccessible(page);
});

test('finds a sandbox among hundreds, by keyboard alone', async () => {
  const { page, simulator } = await openConsole();
  const names = Array.from({ length: 200 }, (_, index) => `checkout-${index}`);
  await Promise.all(names.map((name) => callPets(simulator, name)));
  await page.getByRole('link', { name: 'Behaviour' }).press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Behaviour');

  await callPets(simulator, 'checkout-42');
  await page.getByRole('button', { name: 'Sandbox: default' }).press('Enter');
  const first = page.getByRole('dialog').getByRole('listitem').nth(1);
  await expect.poll(() => first.innerText()).toBe('checkout-42\n2 requests · 50 pets');
  await page.keyboard.type('checkout-117');
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  await page.waitForURL(/behaviour\?sandbox=checkout-117/);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('keeps the chosen theme', async () => {
  const { page } = await openConsole();
  await page.emulateMedia({ colorScheme: 'light' });

  await page.getByLabel('Theme: system').click();
  await page.getByLabel('Theme: light').click();
  await page.reload();
  await page.getByLabel('Theme: dark').waitFor();

  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(colour).toBe('rgb(15, 18, 22)');
});

test('works behind a prefix, shows a name that is no name as text, and fits on a phone', async () => {
  const { page, simulator } = await openConsole();
  await page.route('**/tools/animal-store/**', async (route) => {
    const url = route.request().url().replace('/tools/animal-store', '');
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const hash = '#/behaviour?sandbox=<img src=x onerror=alert(1)>';

  await page.goto(`${simulator.origin}/tools/animal-store/${hash}`);

  await page.locator('.strip.gone').getByText('sandbox').waitFor();
  expect(await page.locator('img').count()).toBe(0);
  await page.setViewportSize({ width: 400, height: 740 });
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(740 / 5);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
