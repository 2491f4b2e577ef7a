import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { callPets, newPet, useConsole } from '../../support/console.js';

const openConsole = useConsole();

/** Clicks, as the walks through a task count them. */
function countClicks(page: Page) {
  let clicks = 0;
  return {
    click: async (element: Locator) => {
      clicks += 1;
      await element.click();
    },
    why: () => page.getByRole('region', { name: 'Why this answer' }).innerText(),
    clicks: () => clicks,
  };
}

test('my list is empty, why? One click', async () => {
  const { page, simulator } = await openConsole();
  await simulator.sandbox('shop').reset({ fixture: 'empty' });
  await callPets(simulator, 'shop', '?status=sold');
  const { click, why, clicks } = countClicks(page);

  await click(page.getByRole('row', { name: /GET \/v1\/pets/ }));

  await expect.poll(why).toContain('The list is empty because the sandbox shop has no pets.');
  expect(clicks()).toBe(1);
});

test('show me the error page: two clicks', async () => {
  const { page, simulator } = await openConsole();
  const { click, clicks } = countClicks(page);

  await click(page.getByRole('link', { name: 'Responses' }));
  const every = page.getByRole('region', { name: 'Every operation' });
  await click(every.getByRole('button', { name: '503' }));

  await expect.poll(async () => (await callPets(simulator, 'default'))?.status).toBe(503);
  expect(clicks()).toBe(2);
});

test('which request broke the test? Two clicks', async () => {
  const { page, simulator } = await openConsole();
  await simulator.sandbox('ci').reset({ test: 'cart > adds a pet' });
  await Promise.all(Array.from({ length: 150 }, () => callPets(simulator, 'ci')));
  await callPets(simulator, 'ci', '', { ...newPet, body: '{"name":"Rex"}' });
  await Promise.all(Array.from({ length: 150 }, () => callPets(simulator, 'ci')));
  const { click, why, clicks } = countClicks(page);

  await click(page.getByRole('button', { name: '4xx 1' }));
  await click(page.getByRole('row', { name: /400 POST/ }));

  await expect.poll(why).toContain('The request violates the document. categoryId is required');
  const panel = page.getByRole('complementary', { name: 'Exchange' });
  expect(await panel.innerText()).toContain('test “cart > adds a pet”');
  expect(clicks()).toBe(2);
});
