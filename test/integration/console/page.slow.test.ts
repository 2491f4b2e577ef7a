import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { expectAccessible, useConsole } from '../../support/console.js';

const openConsole = useConsole();

const adminToken = 'correct-horse';
const away = 'The simulator does not answer. This page tries again';

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token);
  await page.getByRole('button', { name: 'Open the console' }).click();
}

/** Collects the log of a simulator until the test ends. */
function captureLog(): () => string {
  let log = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    log += text;
    return true;
  });
  onTestFinished(() => write.mockRestore());
  return () => log;
}

test('asks for the token, keeps it for the tab, and asks again when another one is needed', async () => {
  const { page, simulator } = await openConsole({ adminToken, route: 'choices' });
  await enter(page, 'wrong');
  await page.getByText('This token is not correct.').waitFor();
  await expectAccessible(page);
  await enter(page, adminToken);
  await page.getByRole('heading', { name: 'Choices' }).waitFor();

  await page.reload();
  await page.getByRole('table').waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(adminToken);

  await simulator.close();
  await using _restarted = await startSimulator({ port: simulator.port, adminToken: 'other' });
  await page.getByLabel('Admin token').waitFor();
  await enter(page, 'other');
  await page.getByRole('table').waitFor();
});

test('says that the simulator has stopped, and shows the next one', async () => {
  const { page, simulator } = await openConsole({ route: 'pets', pets: 2 });
  await page.getByText('1–2 of 2').waitFor();

  await simulator.close();
  await page.getByText(away).waitFor();
  expect(await page.getByRole('table').getByRole('row').count()).toBe(3);
  await using _restarted = await startSimulator({ port: simulator.port, pets: 7 });

  await page.getByText('1–7 of 7').waitFor();
  expect(await page.getByText(away).count()).toBe(0);
});

test('fills no log with what it reads, but logs what a person changes, and never the token', async () => {
  const log = captureLog();
  const { page, simulator } = await openConsole({ adminToken, logLevel: 'info' });
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await enter(page, adminToken);
  await page.getByRole('link', { name: 'Choices' }).click();
  await page.getByLabel('strict').check();
  await page.getByRole('link', { name: 'Pets' }).click();
  await page.getByRole('table').waitFor();
  await simulator.close();

  expect(log()).toContain('/__admin/settings');
  expect(log()).not.toMatch(/changes|requests|pets|console\//);
  expect([log(), ...urls, page.url()].join(' ')).not.toContain(adminToken);
});

test('says why it shows nothing beyond this machine without a token', async () => {
  const { page } = await openConsole({ host: '0.0.0.0' });

  await page.getByText('Start it with --admin-token.').waitFor();
  await expectAccessible(page);
});

test('finds a sandbox among hundreds, by keyboard alone', async () => {
  const { page, simulator } = await openConsole({ route: 'choices' });
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      simulator.sandbox(`checkout-${index}`).settings.set({ profile: 'strict' }),
    ),
  );
  const picker = page.getByLabel('Sandbox', { exact: true });
  await page.getByRole('table').waitFor();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Choices');
  await picker.focus();
  await expect.poll(() => page.locator('datalist option').count()).toBe(201);
  await page.keyboard.type('checkout-117');
  await page.keyboard.press('Enter');

  await page.waitForURL(/sandbox=checkout-117/);
  await expect.poll(() => page.getByLabel('strict').isChecked()).toBe(true);
  await page.getByLabel('strict').focus();
  await page.keyboard.press('ArrowRight');
  const { settings } = simulator.sandbox('checkout-117');
  await expect
    .poll(async () => (await settings.read()).choices['omitted-status'])
    .toBe('available');
});

test('keeps the chosen theme', async () => {
  const { page } = await openConsole();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await background();

  await page.getByLabel('Theme').selectOption('dark');
  const dark = await background();
  await page.reload();
  await page.getByLabel('Theme').waitFor();

  expect(dark).not.toBe(light);
  expect(await background()).toBe(dark);
});

test('works behind a prefix', async () => {
  const { page, simulator } = await openConsole();
  await page.route('**/tools/animal-store/**', async (route) => {
    const url = route.request().url().replace('/tools/animal-store', '');
    await route.fulfill({ response: await route.fetch({ url }) });
  });

  await page.goto(`${simulator.origin}/tools/animal-store/#/choices?sandbox=x`);

  await page.getByRole('table').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('shows a name that is no name as text, and leaves a phone most of its screen', async () => {
  const { page } = await openConsole({ route: 'choices?sandbox=<img src=x onerror=alert(1)>' });

  await page.getByRole('alert').filter({ hasText: 'sandbox' }).first().waitFor();
  expect(await page.locator('img').count()).toBe(0);
  await page.setViewportSize({ width: 400, height: 740 });

  const header = await page.getByRole('banner').boundingBox();

  expect(header?.height).toBeLessThan(740 / 5);
});

test('says that a response is no JSON, and not that the simulator is gone', async () => {
  const { page } = await openConsole();
  await page.route(/__admin\/pets/, (route) => route.fulfill({ body: '<html>' }));

  await page.getByRole('link', { name: 'Pets' }).click();

  await page.getByText("The simulator's response can't be read: SyntaxError").waitFor();
  expect(await page.getByText('The simulator does not answer.').count()).toBe(0);
});
