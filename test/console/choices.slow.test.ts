import { expect, test } from 'vitest';
import { expectAccessible, useConsole } from '../support/console.js';

const openConsole = useConsole();

test('changes a single choice of a sandbox', async () => {
  const { page, simulator } = await openConsole({ route: 'choices?sandbox=checkout-7' });

  await page.getByLabel('list-order').selectOption('newest-first');

  await expect
    .poll(async () => (await simulator.sandbox('checkout-7').settings.read()).choices)
    .toMatchObject({ 'list-order': 'newest-first', 'omitted-status': 'absent' });
});

test('has no barriers', async () => {
  const { page } = await openConsole({ route: 'choices' });
  await page.getByRole('table').waitFor();

  await expectAccessible(page);
});
