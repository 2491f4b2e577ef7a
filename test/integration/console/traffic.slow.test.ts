import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { expectAccessible, useConsole } from '../../support/console.js';
import { callPets, newPet } from '../../support/simulator.js';

const openConsole = useConsole();
const away = 'The simulator does not answer. Check that it runs.';

const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Requests' }).getByRole('rowheader');
const countRows = (page: Page) => expect.poll(() => rowsOf(page).count());
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('complementary', { name: 'Request' });
const why = (page: Page) => panel(page).getByRole('region', { name: 'Why this answer' });
const openRow = (page: Page, row: number) => rowsOf(page).nth(row).getByRole('link').click();

test('shows an exchange as it happens, with all that is known about it', async () => {
  const { page, simulator } = await openConsole({ choices: { 'id-scheme': 'large' } });
  await simulator.sandbox('checkout-7').reset({ test: 'cart > adds a pet' });
  const row = page.getByRole('row', { name: /POST/ });

  const sent = callPets(simulator, 'checkout-7', '', {
    ...newPet,
    headers: { Prefer: 'delay=1500' },
  });

  await expect.poll(() => row.innerText()).toContain('waiting');
  const id = /"id":(-?\d+)/.exec((await (await sent)?.text()) ?? '')?.[1];
  await expect.poll(() => row.innerText()).toMatch(/201\s+POST\s.*checkout-7\s+\d(\.\d+)? s/s);
  await row.getByRole('link').click();
  await expectAccessible(page);
  const list = await page.getByRole('region', { name: 'Requests' }).boundingBox();
  expect((await panel(page).boundingBox())?.x).toBeGreaterThan(
    (list?.x ?? 0) + (list?.width ?? 0) - 1,
  );
  const read = (name: string) =>
    panel(page)
      .getByRole('region', { name: `${name} message` })
      .innerText();
  expect(await read('Response')).toContain(`"id": ${id}`);
  expect(await read('Request')).toContain('"name": "Rex"');
  expect(await panel(page).innerText()).toContain('cart > adds a pet');
  await panel(page)
    .getByRole('link', { name: `Open pet ${id}` })
    .click();
  await expect.poll(() => page.getByLabel(`Name of pet ${id}`).inputValue()).toBe('Rex');
});

test('counts, finds and sorts exchanges, and no refusal or fault as a success', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'y', '/999');
  await callPets(simulator, 'x', '', newPet);
  await callPets(simulator, 'y', '', { headers: { Prefer: 'fault=truncate' } });
  await callPets(simulator, 'y', '', { headers: { Prefer: 'code=999' } });

  for (const name of ['all 4', '2xx 1', '4xx 1', '5xx 0', 'faults 1']) {
    await chip(page, name).waitFor();
  }
  await chip(page, 'refused 1').click();
  await expect.poll(() => page.locator('tbody .badge').innerText()).toBe('501');
  expect(page.url()).toContain('#/traffic?outcome=refused');
  await chip(page, 'all 4').click();
  await chip(page, 'Status').click();
  await chip(page, 'Status').click();
  const statuses = page.locator('tbody td:first-child');
  const readStatuses = async () => (await statuses.allInnerTexts()).join(' ').split(/\s+/);
  await expect.poll(readStatuses).toEqual(['501', '404', '201', '200', 'truncate']);
  await page.getByRole('searchbox').fill('post 201');
  await page.getByText('1 of 4 requests in all sandboxes').waitFor();
  await expect.poll(() => rowsOf(page).allTextContents()).toEqual(['POST /v1/pets']);
  await page.getByRole('searchbox').fill('rex');
  await expect.poll(() => page.locator('tbody mark').allInnerTexts()).toEqual(['Rex']);
  await chip(page, '5xx 0').click();
  await page.getByText('None of the 4 requests has “rex” and 5xx').waitFor();
  await chip(page, 'Show all 4').click();
  await countRows(page).toBe(4);
  await page.getByRole('link', { name: 'Responses' }).click();
  await page.getByRole('link', { name: 'Traffic' }).click();
  await openRow(page, 3);
});

test('shows a request without /v1 in the sandbox of its key, and what it lacks', async () => {
  const { page, simulator } = await openConsole({ route: 'traffic?sandbox=x' });
  await page.getByText('Requests appear here').waitFor();

  await fetch(`${simulator.origin}/pets`, {
    ...newPet,
    headers: { Authorization: `Bearer ${simulator.apiKey}.x` },
  });

  await callPets(simulator, 'y');

  await page.getByRole('row', { name: /404 POST \/pets Check the request: without \/v1/ }).click();
  await countRows(page).toBe(1);
  await expect.poll(() => why(page).innerText()).toContain('Add /v1 to the base URL of your app.');
  expect(await panel(page).getByRole('region', { name: 'Request message' }).innerText()).toContain(
    'Rex',
  );
});

test('stands still while one reads, gathers what is new, and follows the arrow keys', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await callPets(simulator, 'x', '/1');
  await countRows(page).toBe(2);
  const title = panel(page).getByRole('heading', { level: 2 }).locator('code');

  await openRow(page, 0);
  for (let sent = 0; sent < 12; sent += 1) {
    await callPets(simulator, 'x');
  }
  await chip(page, '12 new').waitFor();
  await countRows(page).toBe(2);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => title.innerText()).toBe('GET /v1/pets');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => title.innerText()).toBe('GET /v1/pets/1');
  await chip(page, '12 new').click();
  await countRows(page).toBe(14);
  // Rows are higher beside the panel, and the opened one stays in sight.
  await openRow(page, 13);
  await expect
    .poll(() => page.locator('.opened').evaluate((row) => row.getBoundingClientRect().bottom))
    .toBeLessThan(page.viewportSize()?.height ?? 0);
  await page.keyboard.press('Escape');
  await panel(page).waitFor({ state: 'detached' });
});

test('clears the list with its counts, shows it again, and begins anew after a restart', async () => {
  const { page, simulator } = await openConsole();
  await callPets(simulator, 'x');
  await callPets(simulator, 'y', '/999');
  await countRows(page).toBe(2);
  await chip(page, 'Clear').click();
  await page.reload();
  await page.getByText('2 earlier requests are hidden.').waitFor();
  await chip(page, 'Show them again').click();
  await countRows(page).toBe(2);
  await simulator.sandbox('y').reset();
  await chip(page, 'all 1').waitFor();
  await countRows(page).toBe(1);

  await simulator.close();
  await page.getByText(`${away} This page tries again`).waitFor();
  await countRows(page).toBe(1);
  await using restarted = await startSimulator({ port: simulator.port });
  await callPets(restarted, 'x', '/1');
  await page.getByRole('row', { name: '/v1/pets/1' }).waitFor();
  await countRows(page).toBe(1);
  expect(await page.getByText(away).count()).toBe(0);
});

test('copies a request, fails the next one like it, and sends it again, also with changes', async () => {
  const { page, simulator } = await openConsole();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await callPets(simulator, 'x', '', newPet);
  await countRows(page).toBe(1);
  await openRow(page, 0);

  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByText('Copied.').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toMatch(/^curl -i ".*\/sandboxes\/x\/v1\/pets".*"name":"Rex"/s);
  await panel(page).getByText('Fail the next one like this').click();
  await page.getByLabel('Times').fill('1');
  await page.getByRole('button', { name: 'Add the rule' }).click();
  await page.getByText('Added the rule: createPet fails with 503, once.').waitFor();
  await page.getByRole('link', { name: 'Show', exact: true }).click();
  await page.waitForURL(/responses\?sandbox=x/);
  await page.getByRole('link', { name: 'Traffic' }).click();
  await page.waitForURL(/#\/traffic\/x\/1$/);
  await panel(page).getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Sent again: 503.').waitFor();
  await page.waitForURL(/traffic\/x\/2/);
  await page.locator('.opened').getByText('503', { exact: true }).waitFor();
  await panel(page).getByText('Edit and send').click();
  await panel(page).getByLabel('Path').fill('/sandboxes/x/v1/pets?limit=2');
  await panel(page).getByLabel('Method').fill('GET');
  await panel(page).getByLabel('Path').press('ArrowDown');
  await page.getByLabel('Headers, one per line').press('ArrowDown');
  expect(page.url()).toContain('traffic/x/2');
  await page.getByLabel('Headers, one per line').fill('Authorization: Bearer test-key\nX-Trace: 7');
  await panel(page).getByRole('textbox', { name: 'Body' }).fill('');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Sent again: 200.').waitFor();
  expect(await simulator.sandbox('x').requests({ operation: 'listPets' })).toMatchObject([
    { query: 'limit=2', headers: { 'x-trace': '7' } },
  ]);
});

test('says where to send the first request, and that loading is not empty', async () => {
  const { page, simulator } = await openConsole();
  await page.getByText('Requests appear here').waitFor();
  expect(await page.locator('.empty').innerText()).toContain(
    `curl -i "${simulator.url}/pets" -H "Authorization: Bearer test-key"`,
  );
  await expectAccessible(page);

  await callPets(simulator, 'x');
  await page.route('**/__admin/changes*limit*', () => {});
  await page.reload();
  await page.getByText('Loading…').waitFor();
  expect(await page.getByText('Requests appear here').count()).toBe(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('counts the requests of the list as they come, and opens with the newest: its first answer has it', async () => {
  const { page, simulator } = await openConsole();
  for (let batch = 0; batch < 15; batch += 1) {
    await Promise.all(Array.from({ length: 100 }, () => callPets(simulator, 'default')));
  }
  await callPets(simulator, 'default', '/9999');
  for (const name of ['all 1000', '2xx 999', '4xx 1']) {
    await chip(page, name).waitFor();
  }

  // The first call of each kind is answered, and no later one. The page before must call no more.
  const url = page.url();
  await page.goto('about:blank');
  await page.route('**/__admin/**', () => {});
  await page.route('**/__admin/changes*', (route) => route.continue(), { times: 1 });
  await page.route('**/__admin/info', (route) => route.continue(), { times: 1 });
  await page.goto(url);
  await rowsOf(page).first().waitFor();
  expect(await rowsOf(page).first().textContent()).toBe('GET /v1/pets/9999');
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.getByText('1000 requests in all sandboxes; 501 older ones were dropped').waitFor();
  expect(await rowsOf(page).count()).toBe(40);
  const list = page.getByRole('region', { name: 'Requests' });
  await expect
    .poll(async () => {
      await list.evaluate((one) => one.scrollTo(0, one.scrollHeight));
      return rowsOf(page).count();
    })
    .toBe(1_000);
}, 60_000);
