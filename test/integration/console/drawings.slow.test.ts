/** The views beside their drawings, with the same content: each part is where it was drawn. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { RunningSimulator } from '../../../src/index.js';
import { useConsole } from '../../support/console.js';
import { callPets, newPet } from '../../support/simulator.js';

const openConsole = useConsole();
const styles = fileURLToPath(new URL('../../../src/console/', import.meta.url));
const drawings = fileURLToPath(new URL('drawings/', import.meta.url));

async function openDrawing(page: Page, name: string): Promise<Page> {
  const drawing = await page.context().newPage();
  await drawing.route('http://drawing.test/*', (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    return route.fulfill({ path: `${file.endsWith('.css') ? styles : drawings}${file}` });
  });
  await drawing.goto(`http://drawing.test/${name}.html`);
  return drawing;
}

/** What a list shows, read from a drawing. Evaluated in its page. */
function readList() {
  const read = (row: Element) => {
    const text = (part: string) => row.querySelector(part)?.textContent?.trim() ?? '';
    const reason = row.querySelector('.reason') as HTMLElement;
    const badge = row.querySelector('.badge') as HTMLElement;
    const [path = '', query = ''] = text('th span:last-child').split('?');
    const [, , sandbox = '', number = ''] = (row.querySelector('a')?.hash ?? '').split('/');
    const [, outcome = ''] = /badge s?(\w+)/.exec(badge.className) ?? [];
    return {
      ...{ sandbox, number: Number(number), method: text('th span'), path, query, outcome },
      status: Number.parseInt(badge.textContent ?? '', 10) || 200,
      fault: text('.badge.fault') || undefined,
      cause: /refused|violation/.exec(reason.className)?.[0] ?? 'promised',
      rule: reason.matches('.rule') ? 'rule-4' : undefined,
      reason: reason.title,
      duration: Number.parseFloat(text('.c-duration')),
      time: Date.parse(`2026-11-28T${text('.c-time')}`),
    };
  };
  const counts = [...document.querySelectorAll('.chips .button')].map((chip) => {
    const [name = '', count] = chip.textContent?.split(' ') ?? [];
    return [name.replace('faults', 'fault'), Number(count)];
  });
  const headers = [...document.querySelectorAll('dl')].map((list) =>
    Object.fromEntries(
      [...list.querySelectorAll('dt')].map((name) => [
        name.textContent,
        name.nextElementSibling?.textContent,
      ]),
    ),
  );
  return {
    requests: [...document.querySelectorAll('#rows tr')].map(read),
    counts: { ...Object.fromEntries(counts), mismatch: 0 },
    newer: Number.parseInt(document.querySelector('.foot .primary')?.textContent ?? '', 10) || 0,
    headers,
    body: document.querySelector('pre')?.textContent,
    message: document.querySelector('.why > p')?.textContent,
  };
}

/** Shows the list of a drawing, and its opened request, in place of those of the simulator. */
async function mockTraffic(page: Page, drawing: Page): Promise<void> {
  const { headers, body, message, ...list } = await drawing.evaluate(readList);
  const opened = list.requests.find(({ number }) => number === 60);
  const open = { kind: 'open', section: '7' };
  const notes = [
    { kind: 'violation', section: '4.1' },
    { ...open, point: 'limit-too-small', choice: 'reject' },
    { ...open, point: 'error-codes', choice: 'words' },
  ];
  await page.route('**/__admin/requests*', (route) =>
    route.fulfill({
      json: {
        requests: [
          {
            ...opened,
            ...{ notes, message, operation: 'listPets', responseBody: body },
            time: new Date(opened?.time ?? 0).toISOString(),
            ...{ headers: headers[0], responseHeaders: headers[1] },
          },
        ],
      },
    }),
  );
  await page.route('**/__admin/changes*', async (route) => {
    if (!route.request().url().includes('limit=')) {
      return;
    }
    const response = await route.fetch();
    const rest = { kept: 62, cleared: 0, dropped: 0, latest: 0 };
    await route.fulfill({ response, json: { ...(await response.json()), ...list, ...rest } });
  });
  await page.reload();
}

const rule = { operation: 'createPet', code: 503, times: 3 } as const;

async function fillResponses(simulator: RunningSimulator): Promise<void> {
  const { name, addRule, settings } = simulator.sandbox('checkout-7');
  const query = { status: 'available', limit: '5' };
  await addRule({ operation: 'listPets', code: 503, match: { query } });
  await addRule({ operation: 'listPets', code: 429 });
  await addRule({ operation: 'getPet', delay: 2_000 });
  await addRule(rule);
  await callPets(simulator, name, '', newPet);
  await Promise.all(Array.from({ length: 6 }, () => callPets(simulator, name)));
  await settings.set({ delay: '300' });
}

async function fillPets(simulator: RunningSimulator, drawing: Page): Promise<void> {
  const pets = await drawing.locator('#rows tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [name, categoryId, status] = [...row.querySelectorAll('input, select')].map(
        (field) => (field as HTMLInputElement).value,
      );
      return { id: row.querySelector('code')?.textContent, name, categoryId, status };
    }),
  );
  const sandbox = simulator.sandbox('default');
  await sandbox.reset({ fixture: 'empty' });
  for (const { id, name = '', categoryId, status = '' } of pets) {
    const fields = { id: BigInt(id ?? 0), name, categoryId: BigInt(categoryId ?? 0) };
    await sandbox.pets.add(
      status === 'no status' ? fields : { ...fields, status: status as 'sold' },
    );
  }
}

async function fillBehaviour(simulator: RunningSimulator): Promise<void> {
  const { settings, clock } = simulator.sandbox('default');
  await settings.set({ choices: { 'list-order': 'newest-first', 'limit-too-large': 'clamp' } });
  await clock.advance(Date.parse('2030-12-05T00:00:12Z') - Date.now());
}

const frame = '.brand, nav a, .picker, .strip, .strip svg';
const list =
  '.list .bar > *, .chips .button, thead th, .requests tr > *, th span, .badge, .foot > :first-child';
const views = [
  ['traffic', '#/traffic', list],
  [
    'traffic-open',
    '#/traffic/default/60',
    `${list}, .detail > *, .detail header > *, .facts span, .detail .button, .notes li > *, .why h3, .detail p, pre, summary, dt`,
  ],
  [
    'responses',
    '#/responses?sandbox=checkout-7',
    '.bar > *, .bar .button, .bar .input, .forces th, .forces td, .segments .button, .now, .select, .input, .rules th, .rules td, .hint',
  ],
  [
    'pets',
    '#/pets',
    '.bar .search, .bar .button, thead th, .pets .input, .pets .select, .pets .button',
  ],
  [
    'behaviour',
    '#/behaviour',
    '.bar > *, .card, .card h2, .card .button, .card p, summary, .stamp, .chips .button, thead th, .group th',
  ],
] as const;

/** The places of all parts that are shown. */
const readPlaces = (page: Page, parts: string) =>
  page.locator(`:is(${parts}):not(.hidden, thead[style] *)`).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && !one.closest('[popover]'))
      .map((one) => {
        const { x, y, width } = one.getBoundingClientRect();
        return {
          part: `${one.tagName} ${one.className} ${one.textContent?.slice(0, 40)}`,
          place: [x, y, width],
        };
      }),
  );

test.for(views)('%s is as drawn', async ([name, route, parts]) => {
  const { page, simulator } = await openConsole();
  const drawing = await openDrawing(page, name);
  const fill: Record<string, () => Promise<unknown>> = {
    responses: () => fillResponses(simulator),
    pets: () => fillPets(simulator, drawing),
    behaviour: () => fillBehaviour(simulator),
  };
  await (fill[name] ?? (() => simulator.sandbox('default').addRule(rule)))();
  await page.goto(`${simulator.origin}/${route}`);
  if (name.startsWith('traffic')) {
    await callPets(simulator, 'default', '', newPet);
    await simulator.sandbox('default').settings.set({ delay: '300' });
    await mockTraffic(page, drawing);
  }
  for (const width of [1280, 390]) {
    for (const one of [page, drawing]) {
      await one.setViewportSize({ width, height: width < 700 ? 844 : 800 });
    }
    const drawn = await readPlaces(drawing, `${frame}, ${parts}`);
    const compare = async () => {
      const built = await readPlaces(page, `${frame}, ${parts}`);
      const moved = drawn.flatMap(({ part, place }, index) => {
        const { part: other, place: found = [] } = built[index] ?? {};
        const isSame = place.every((value, at) => Math.abs(value - (found[at] ?? 1e6)) <= 2);
        return isSame ? [] : [`${part} at ${place}: ${other} at ${found}`];
      });
      return built.length === drawn.length
        ? moved
        : [...moved, `${built.length} parts, drawn are ${drawn.length}`];
    };
    await expect.poll(compare, { message: `${width}`, timeout: 10_000 }).toEqual([]);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
