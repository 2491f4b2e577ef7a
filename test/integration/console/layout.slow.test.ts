/** Rules of the console's layout that hold at every width. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RunningSimulator } from '../../../src/index.js';
import { expectAccessible, useConsole } from '../../support/console.js';
import { callPets, newPet } from '../../support/simulator.js';

const openConsole = useConsole();
const widths = [1440, 1280, 1024, 640, 390, 320];

/** Sends requests with every outcome, long names and long paths, to two sandboxes, one with rules and large ids. */
async function fill(simulator: RunningSimulator, rounds = 5): Promise<void> {
  const busy = simulator.sandbox('pr-4812-long-name-of-a-branch-that-goes-on');
  await busy.reset({ fixture: 'large-ids', test: 'pays with an expired card' });
  const prefer = (Prefer: string) => ({ headers: { Prefer } });
  for (let round = 0; round < rounds; round += 1) {
    await callPets(simulator, 'x', '?limit=0');
    await callPets(simulator, 'x', '/1', { method: 'DELETE' });
    await callPets(
      simulator,
      busy.name,
      '?a=long-parameter&with=a-value-that-no-phone-has-room-for',
    );
    await callPets(simulator, busy.name, '', newPet);
    await callPets(simulator, busy.name, '/9223372036854775807');
    await callPets(simulator, 'x', '', prefer('fault=truncate'));
    await callPets(simulator, 'x', '', prefer('fault=reset'));
    await callPets(simulator, 'x', '', prefer('code=999'));
  }
  await busy.addRule({ operation: 'createPet', code: 503, times: 3 });
  await busy.addRule({ operation: 'listPets', code: 429, match: { query: { status: 'sold' } } });
}

/** What breaks the layout of the page as it is: each as a text. Evaluated in the page. */
function findFlaws(): string[] {
  const flaws: string[] = [];
  const shown = (element: Element) =>
    element.checkVisibility() && !element.closest('.hidden, [inert], thead[style], .new');
  const name = (element: Element) =>
    `${element.tagName} ${element.className} ${element.textContent}`;
  for (const one of document.querySelectorAll(
    'html, body, header, .strip, main, .list, .scroll, .detail, .bar, .card, table',
  )) {
    if (one.scrollWidth > one.clientWidth + 1) {
      flaws.push(`too wide: ${one.tagName} ${one.className} ${one.scrollWidth}`);
    }
  }
  for (const table of document.querySelectorAll('table')) {
    const areHeadsShown = getComputedStyle(table.tHead as Element).position !== 'absolute';
    const [head, ...rows] = [...table.rows].filter((row) => !row.matches('.group, .new'));
    const cells = [...(head?.cells ?? [])].filter(shown);
    for (const { classList } of areHeadsShown ? cells : [...(rows[0]?.cells ?? [])].filter(shown)) {
      const selector = `:scope > .${classList[0]}`;
      const [first, ...others] = (areHeadsShown ? [head, ...rows] : rows).flatMap((row) =>
        [...(row?.querySelectorAll(selector) ?? [])].slice(0, 1),
      );
      const place = first?.getBoundingClientRect();
      for (const other of others) {
        const { left, right } = other.getBoundingClientRect();
        const isBelow = Math.abs(left - (place?.left ?? 0)) <= 1;
        if (!isBelow || (areHeadsShown && Math.abs(right - (place?.right ?? 0)) > 1)) {
          flaws.push(`not in its column: ${name(other)}`);
        }
      }
    }
  }
  const paths = [...document.querySelectorAll('.requests th a span:last-child')];
  if (new Set(paths.map((path) => Math.round(path.getBoundingClientRect().left))).size > 1) {
    flaws.push('paths start at different places');
  }
  for (const target of document.querySelectorAll(
    'button, input, select, summary, nav a, a.button, th a',
  )) {
    const box = (target.closest('label.row') ?? target).getBoundingClientRect();
    if (shown(target) && (box.height < 24 || box.width < 24)) {
      flaws.push(`too small: ${name(target)} ${box.width}x${box.height}`);
    }
  }
  const reference = [...document.querySelectorAll('nav a')].filter(shown).at(-1) as Element;
  reference.scrollIntoView();
  const { x, y, width, height } = reference.getBoundingClientRect();
  if (document.elementFromPoint(x + width / 2, y + height / 2) !== reference) {
    flaws.push('the header is covered');
  }
  const strip = document.querySelector('.strip')?.getBoundingClientRect().bottom ?? 0;
  const panel = document.querySelector('.detail')?.getBoundingClientRect().top ?? strip;
  if (panel < strip || document.querySelectorAll('h1').length !== 1) {
    flaws.push('the panel covers the strip, or there is not one h1');
  }
  return flaws;
}

test.for([
  ['traffic', '.requests'],
  ['traffic/x/1', '.detail pre'],
  ['responses', '.rules'],
  ['pets', '.pets'],
  ['behaviour', '.points'],
] as const)(
  '%s has its columns, targets and header in place at every width',
  async ([route, part]) => {
    const { page, simulator } = await openConsole();
    await fill(simulator);
    const sandbox = '?sandbox=pr-4812-long-name-of-a-branch-that-goes-on';

    // A link of the navigation gives the heading the focus.
    await page.goto(`${simulator.origin}/#/behaviour`);
    await page.getByRole('navigation').getByRole('link', { name: 'Traffic' }).click();
    await page.goto(`${simulator.origin}/#/${route}${route.startsWith('t') ? '' : sandbox}`);
    await page.locator(part).first().waitFor();

    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(findFlaws), { message: `${width}`, timeout: 10_000 })
        .toEqual([]);
    }
    await expectAccessible(page);
    // Rows of two lines are rows to screen readers, too.
    const session = await page.context().newCDPSession(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    const roles = nodes.filter(({ ignored }) => !ignored).map(({ role }) => role?.value);
    if (!route.includes('/')) {
      expect(roles.filter((role) => role === 'row').length).toBeGreaterThan(3);
      expect(roles.filter((role) => /cell/i.test(role)).length).toBeGreaterThan(12);
    }
  },
);

test('the reference has its parts in place at every width', async () => {
  const { page } = await openConsole({ path: '/docs' });
  await page.locator('.try').first().waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    expect(await page.evaluate(findFlaws), `${width}`).toEqual([]);
    if (width < 760) {
      await page.getByRole('button', { name: 'Contents' }).click();
      await page.locator('.popover').getByRole('link', { name: 'getPet' }).click();
      await expect
        .poll(() => page.locator('#getPet h2').boundingBox())
        .toMatchObject({
          y: expect.closeTo(110, -2),
        });
      expect(await page.locator('.popover').isVisible()).toBe(false);
    } else {
      await page.getByRole('link', { name: 'createPet' }).click();
      expect(await page.locator('#createPet .try').isVisible()).toBe(true);
    }
  }
  await expectAccessible(page);
});

test('a link scrolls to its row, and closing gives the row the focus, at both layouts', async () => {
  const { page, simulator } = await openConsole();
  await fill(simulator, 20);
  const focused = () => page.evaluate(() => document.activeElement?.id);
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: 600 });
    for (const close of ['Escape', 'back', 'close']) {
      await page.goto('about:blank');
      await page.goto(`${simulator.origin}/#/traffic`);
      await page.locator('.requests').waitFor();
      await page.goto(`${simulator.origin}/#/traffic/x/3`);
      await page.locator('.opened').waitFor({ state: 'attached' });
      await page.locator('.detail pre').first().waitFor();
      const box = await page.locator('.opened').boundingBox();
      expect(box && box.y > 0 && box.y + box.height < 600, `${width}`).toBe(true);
      if (close === 'Escape') {
        await page.keyboard.press(close);
      } else if (close === 'back') {
        await page.goBack();
      } else {
        await page.locator(`.detail header .${width < 1200 ? 'back' : 'close'}`).click();
      }
      await expect.poll(focused, { message: `${width} ${close}` }).toBe('row-x/3');
    }
  }
});

/** The places of what must not move, by their texts. */
const readPlaces = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all.map((one) => [
        one.className,
        one.getBoundingClientRect().x,
        one.getBoundingClientRect().y,
      ]),
    );

test('neither an error nor a forced response nor a message moves what is there', async () => {
  const { page } = await openConsole({ route: 'responses?sandbox=x' });
  await page.setViewportSize({ width: 1280, height: 800 });
  const parts = '.forces tr, .forces .c-sequence :is(input, button), .forces .segments';
  const row = page.getByRole('row', { name: 'getPet' });
  await row.waitFor();
  const before = await readPlaces(page, parts);

  await row.getByRole('button', { name: '503' }).click();
  await page.locator('.strip.forced').waitFor();
  expect(await readPlaces(page, parts)).toEqual(before);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.locator('.strip.forced').waitFor({ state: 'detached' });
  const sequence = row.getByLabel('Sequence of statuses');
  await sequence.fill('abc');
  await sequence.press('Enter');
  await row.getByRole('alert').waitFor();
  expect(await readPlaces(page, parts)).toEqual(before);
});
