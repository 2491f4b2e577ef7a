import type { Page } from 'playwright-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { expectAccessible, useConsole } from '../support/console.js';

const openConsole = useConsole();

const adminToken = 'correct-horse';

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel('Admin token').fill(token);
  await page.getByRole('button', { name: 'Open the console' }).click();
}

const findFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent || document.activeElement?.nodeName);

test('asks for the token, and says when it is not correct', async () => {
  const { page } = await openConsole({ adminToken, route: 'choices' });
  const field = page.getByLabel('Admin token');
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true);

  await enter(page, 'wrong');
  await page.getByText('This token is not correct.').waitFor();
  await expectAccessible(page);
  await enter(page, adminToken);

  await page.getByRole('heading', { name: 'Choices' }).waitFor();
});

test('asks again when the simulator restarts with another token', async () => {
  const { page, simulator } = await openConsole({ adminToken });
  await enter(page, adminToken);
  await page.getByText('Live').waitFor();

  await simulator.close();
  await using _restarted = await startSimulator({ port: simulator.port, adminToken: 'other' });
  await page.getByLabel('Admin token').waitFor();
  await enter(page, 'other');

  await page.getByText('Live').waitFor();
});

test('describes a view that does not load', async () => {
  const { page, simulator } = await openConsole();
  await page.getByText('Live').waitFor();

  await simulator.close();
  await page.getByRole('link', { name: 'Pets' }).click();

  await page.getByText('The view did not load. Check that the simulator runs').waitFor();
});

test('says that the simulator has stopped, and shows the next one', async () => {
  const { page, simulator } = await openConsole({ route: 'pets', pets: 2 });
  await page.getByText('1–2 of 2').waitFor();

  await simulator.close();
  await page.getByText('The simulator does not answer. This page tries again').waitFor();
  expect(await page.getByRole('table').getByRole('row').count()).toBe(3);
  await using _restarted = await startSimulator({ port: simulator.port, pets: 7 });

  await page.getByText('1–7 of 7').waitFor();
  expect(await page.getByText('The simulator does not answer.').count()).toBe(0);
});

test('leaves a phone most of its screen', async () => {
  const { page } = await openConsole();
  await page.setViewportSize({ width: 400, height: 740 });
  await page.getByRole('navigation').waitFor();

  const header = await page.getByRole('banner').boundingBox();

  expect(header?.height).toBeLessThan(740 / 5);
});

test('keeps the token until the tab is closed', async () => {
  const { page, simulator } = await openConsole({ adminToken });
  await enter(page, adminToken);
  await page.getByRole('navigation').waitFor();

  await page.reload();
  await page.getByRole('navigation').waitFor();

  const other = await page.context().newPage();
  await other.goto(simulator.origin);
  await other.getByLabel('Admin token').waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(adminToken);
});

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

test('fills no log with what it reads, but logs what a person changes', async () => {
  const log = captureLog();
  const { page, simulator } = await openConsole({ logLevel: 'info' });
  await page.getByText('Live').waitFor();

  await page.getByRole('link', { name: 'Choices' }).click();
  await page.getByLabel('strict').check();
  await page.getByRole('link', { name: 'Pets' }).click();
  await page.getByRole('table').waitFor();
  await simulator.close();

  expect(log()).toContain('/__admin/settings');
  expect(log()).not.toMatch(/sandboxes|events|requests|pets|console\//);
});

test('sends the token in no URL, and the simulator logs it nowhere', async () => {
  const log = captureLog();
  const { page, simulator } = await openConsole({ adminToken, logLevel: 'debug' });
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));

  await enter(page, adminToken);
  await page.getByRole('navigation').waitFor();
  await simulator.close();

  expect(urls.length).toBeGreaterThan(0);
  expect([...urls, page.url()].join(' ')).not.toContain(adminToken);
  expect(log()).toContain('/__admin/sandboxes');
  expect(log()).not.toContain(adminToken);
});

test('says why it shows nothing beyond this machine without a token', async () => {
  const { page } = await openConsole({ host: '0.0.0.0' });

  await page.getByText('Start it with --admin-token.').waitFor();
  await expectAccessible(page);
});

test('finds a sandbox among hundreds', async () => {
  const { page, simulator } = await openConsole();
  for (let number = 1; number <= 200; number += 1) {
    await simulator.sandbox(`checkout-${number}`).settings.set({ latency: 0 });
  }
  const picker = page.getByRole('combobox', { name: 'Sandbox', exact: true });

  await picker.click();
  await page.getByText('152 more: type to find one').waitFor();
  await expectAccessible(page);
  await picker.fill('OUT-117');
  await page.getByRole('option', { name: 'checkout-117' }).click();

  await page.waitForURL(/sandbox=checkout-117/);
  await expect.poll(() => picker.inputValue()).toBe('checkout-117');
});

test('shows the sandbox and the view of a link', async () => {
  const { page, simulator } = await openConsole({ route: 'choices?sandbox=one' });
  await simulator.sandbox('two').settings.set({ profile: 'hostile' });
  await page.getByLabel('default').waitFor();

  await page.goto(`${simulator.origin}/#/choices?sandbox=two`);

  await expect.poll(() => page.getByLabel('hostile').isChecked()).toBe(true);
  expect(await page.title()).toContain('Choices');
});

test('can be used by keyboard alone', async () => {
  const { page, simulator } = await openConsole({ route: 'choices' });
  await simulator.sandbox('checkout-7').settings.set({ profile: 'strict' });
  await page.getByRole('table').waitFor();
  const { keyboard } = page;

  await keyboard.press('Tab');
  expect(await findFocused(page)).toBe('Skip to the view');
  await keyboard.press('Enter');
  expect(await findFocused(page)).toBe('Choices');
  await page.getByRole('combobox', { name: 'Sandbox', exact: true }).focus();
  await keyboard.type('check');
  await page.getByRole('option', { name: 'checkout-7' }).waitFor();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect.poll(() => page.getByLabel('strict').isChecked()).toBe(true);
  await page.getByLabel('strict').focus();
  await keyboard.press('ArrowRight');

  const { settings } = simulator.sandbox('checkout-7');
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

  await page.goto(`${simulator.origin}/tools/animal-store/#/choices`);

  await page.getByRole('table').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('blocks scripts of hostile names', async () => {
  const { page } = await openConsole({ route: 'choices?sandbox=<img src=x onerror=alert(1)>' });

  await page.getByRole('alert').filter({ hasText: 'sandbox' }).first().waitFor();

  expect(await page.locator('img').count()).toBe(0);
});
