import { expect, test } from 'vitest';
import { create, list } from '../control/exchanges.js';
import { callAtOnce, callService } from '../control/open.js';
import { expectAccessible, useConsole } from '../support/console.js';

const openConsole = useConsole();

test('shows answers by kind, durations, and what clients rely on', async () => {
  const { page, simulator } = await openConsole({ route: 'charts' });
  const sandbox = simulator.sandbox('checkout-7');
  await sandbox.reset({ test: 'cart > adds <b>a pet</b>' });
  await callAtOnce(3, simulator, sandbox, list);
  await callService(simulator, sandbox, create);
  await callService(simulator, sandbox, { path: '/pets?limit=0' });

  const answers = page.getByRole('region', { name: 'Answers by second' });
  await expect.poll(() => answers.innerText()).toMatch(/! violation 1/);
  const grid = page.getByRole('table', { name: 'Open points by sandbox' });
  const row = grid.getByRole('row', { name: /checkout-7/ });
  expect(await row.innerText()).toContain('cart > adds <b>a pet</b>');
  expect(await grid.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['list-order', 'id-scheme', 'limit-out-of-range']),
  );
  expect(await row.getByRole('cell', { name: '3', exact: true }).count()).toBe(1);

  // The lines are drawn: the canvas has more than one colour.
  const colours = await page
    .locator('.chart canvas')
    .first()
    .evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement;
      const pixels = (canvas as HTMLCanvasElement)
        .getContext('2d')
        ?.getImageData(0, 0, width, height);
      return new Set(new Uint32Array(pixels?.data.buffer ?? new ArrayBuffer(0))).size;
    });
  expect(colours).toBeGreaterThan(3);

  await page.getByText('As a table').click();
  await page.getByRole('table', { name: 'Values by second' }).getByRole('row').nth(1).waitFor();
  await expectAccessible(page);

  await grid.getByRole('link', { name: 'list-order' }).click();
  await page.getByText('3 exchanges of all sandboxes, newest first').waitFor();

  await page.goto(`${simulator.origin}/#/charts?sandbox=other`);
  await expect.poll(() => answers.innerText()).toMatch(/! violation 0/);
});
