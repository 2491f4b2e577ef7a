/** The components of the page, in a DOM without a layout: what they show, and what a click or a form changes. */
import { Window } from 'happy-dom';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openPointNames } from '../../../src/document/open-points.js';
import type { RunningSimulator } from '../../../src/index.js';
import { callPets, newPet, start } from '../../support/simulator.js';

let pages = 0;
let close = async () => {};
// Before the page's globals go.
afterEach(() => close());

/** Opens the console at a route, or the reference. Its time stands still between two looks at it. */
async function open(simulator: RunningSimulator, route: string, name = 'main') {
  const window = new Window({ url: simulator.origin });
  const { document } = window;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const go = (hash: string) => {
    location.hash = hash;
    queueMicrotask(() => window.dispatchEvent(new window.Event('hashchange')));
  };
  const location = { hash: `#/${route}`, assign: go, replace: go };
  // Links work as in a browser.
  document.addEventListener('click', ({ target }) => {
    const href = (target as unknown as Element).closest('a')?.getAttribute('href') ?? '';
    if (href.startsWith('#/')) {
      go(href);
    }
  });
  document.body.dataset.key = simulator.apiKey;
  const copied: string[] = [];
  const writeText = async (text: string) => copied.push(text);
  let isOpen = true;
  let held: Promise<unknown> | undefined;
  let answering: RunningSimulator | undefined = simulator;
  const { fetch: send } = globalThis;
  const globals = {
    ...{ document, location, matchMedia: () => ({ matches: false }), screen: { height: 800 } },
    ...{ navigator: { clipboard: { writeText } }, getSelection: () => null },
    ...{ localStorage: window.localStorage, sessionStorage: window.sessionStorage },
    ...{ FormData: window.FormData, addEventListener: window.addEventListener.bind(window) },
    // The page calls the simulator for ever: its last call gets no answer.
    fetch: async (...[asked, init]: Parameters<typeof send>) => {
      const url =
        asked instanceof URL ? new URL(asked.pathname + asked.search, answering?.origin) : asked;
      await (isOpen || new Promise(() => {}));
      const request = new Request(url, init);
      // A connection that is kept would end unseen while the time of the page stands still.
      request.headers.set('Connection', 'close');
      const response = await send(request).finally(() => isOpen || new Promise(() => {}));
      const text = await response.text();
      await (asked instanceof Request && held);
      return isOpen ? new Response(text || null, response) : new Promise(() => {});
    },
  };
  for (const [name, value] of Object.entries(globals)) {
    vi.stubGlobal(name, value);
  }
  close = async () => {
    (document.querySelector('.toast button') as never as HTMLElement | null)?.click();
    isOpen = false;
    // Its messages go, and its next call waits for ever.
    await vi.advanceTimersByTimeAsync(7_000);
    vi.useRealTimers();
  };
  pages += 1;
  const path = `../../../src/console/${name}.js?${pages}`;
  await import(path);
  const find = (name: string) => document.querySelector(`[aria-label^="${name}"]`) as never;
  return {
    find: find as (name: string) => HTMLInputElement,
    go,
    location,
    copied,
    /** Holds the responses of the service back until the returned function is called. */
    hold: () => {
      let release = () => {};
      held = new Promise<void>((resolve) => {
        release = resolve;
      });
      return release;
    },
    /** Makes another simulator answer at the same URL, or none. */
    restart: (other?: RunningSimulator) => {
      answering = other;
    },
    /** Types a text into a field, or sends a key to another element. */
    type: (selector: string, key: string) => {
      const element = document.querySelector(selector);
      if (element instanceof window.HTMLInputElement) {
        element.value = key;
        element.dispatchEvent(new window.Event('input', { bubbles: true }));
      }
      element?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true }));
    },
    press: (text: string) =>
      [...document.querySelectorAll('button, a')]
        .map((one) => one as never as HTMLElement)
        .find((one) => one.textContent === text)
        ?.click(),
    read: (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.textContent),
    change: (name: string, value: string) => {
      const input = Object.assign(find(name) as HTMLInputElement, { value });
      input.dispatchEvent(new window.Event('change', { bubbles: true }) as never);
    },
    /** Fills in fields of a form, and sends it. */
    fill: (selector: string, fields: Readonly<Record<string, string>> = {}) => {
      const form = document.querySelector(selector);
      for (const [name, value] of Object.entries(fields)) {
        Object.assign(form?.querySelector(`[name=${name}]`) ?? {}, { value });
      }
      form?.dispatchEvent(new window.Event('submit', { cancelable: true }));
    },
    menu: (name: string) =>
      document
        .querySelector(`[role=dialog][aria-label^="${name}"]`)
        ?.dispatchEvent(Object.assign(new window.Event('toggle'), { newState: 'open' })),
    poll: (look: () => unknown) =>
      expect.poll(async () => {
        await vi.advanceTimersByTimeAsync(600);
        return look();
      }),
  };
}

test('a page of pets that is none leads to the last one, be it full or not', async () => {
  const { find, read, poll } = await open(await start({ pets: 100 }), 'pets?skip=400');

  await poll(() => read('main [role=status]')).toEqual(['51–100 of 100 pets of default']);
  expect(find('Next page').disabled).toBe(true);
});

test('a click on a heading sorts the other way, and one on the theme shows the next', async () => {
  const { find, location, press, poll } = await open(await start(), 'pets');
  await poll(() => find('Name of pet 1')).toBeTruthy();

  for (const order of ['', '&order=descending', '']) {
    press('Name ');
    await poll(() => location.hash).toBe(`#/pets?sort=name${order}`);
  }
  for (const theme of ['light', 'dark', 'system']) {
    find('Theme').click();
    expect(find('Theme').title).toBe(`Theme: ${theme}`);
  }
});

test('a new pet that is refused says why below its first field, and keeps what was typed', async () => {
  const { find, read, fill, poll } = await open(await start({ pets: 2 }), 'pets');
  await poll(() => find('Id of the new pet')).toBeTruthy();

  find('Id of the new pet').value = '1';
  find('Name of the new pet').value = 'Rex';
  fill('#new-pet');

  const refusal = 'The id 1 is already used by a pet in the sandbox default.';
  await poll(() => read('.new .c-id [role=alert]')).toEqual([refusal]);
  expect(find('Name of the new pet').value).toBe('Rex');
});

test('a mistyped number of a pet says so below its field, and is not sent', async () => {
  const simulator = await start({ pets: 1 });
  const { find, read, change, poll } = await open(simulator, 'pets');
  await poll(() => find('Category of pet 1')).toBeTruthy();
  const { pets } = simulator.sandbox('default');
  const before = await pets.list();

  change('Category of pet 1', 'banana');

  await poll(() => read('.c-categoryId [role=alert]')).toEqual(['A whole number of 64 bits.']);
  expect(await pets.list()).toEqual(before);
  change('Category of pet 1', '-7');
  await poll(async () => (await pets.list())[0]?.categoryId).toBe(-7n);
  await poll(() => read('.c-categoryId [role=alert]')).toEqual([]);
});

test('what was done is shown for a while, and an error until it is closed', async () => {
  const simulator = await start({ pets: 3 });
  const { find, read, poll } = await open(simulator, 'pets');
  await poll(() => find('Remove pet 1')).toBeTruthy();

  find('Remove pet 1').click();
  await poll(() => read('.toast p')).toEqual(['Removed pet 1. ']);
  await simulator.sandbox('default').pets.remove(2);
  find('Remove pet 2').click();
  await poll(() => read('.toast p').join()).toMatch(
    /^The sandbox default has no pet with the id "2"/,
  );
  await vi.advanceTimersByTimeAsync(9_000);
  expect(read('.toast p')).toHaveLength(1);
});

test('marks a hit of the search in what only it shows', async () => {
  const simulator = await start();
  await callPets(simulator, 'x', '', newPet);

  const { read, poll } = await open(simulator, 'traffic?search=rex');

  await poll(() => read('mark')).toEqual(['Rex']);
});

test('saves the requests of the list as HAR, and no others', async () => {
  const simulator = await start();
  await callPets(simulator, 'x', '', newPet);
  await callPets(simulator, 'x');
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('');
  onTestFinished(() => save.mockRestore());
  const { press, read, poll } = await open(simulator, 'traffic?search=post');
  await poll(() => read('td.c-status')).toEqual(['201']);

  press('Save as HAR');

  await poll(() => save.mock.calls.length).toBe(1);
  const { log } = await new Response(save.mock.calls[0]?.[0] as Blob).json();
  expect(log.entries).toMatchObject([{ request: { method: 'POST' } }]);
});

test('opens what it sent again, whatever else the app sends meanwhile', async () => {
  const simulator = await start();
  const { requests } = simulator.sandbox('default');
  await callPets(simulator, 'default', '', newPet);
  const { location, press, read, hold, poll } = await open(simulator, 'traffic/default/1');
  await poll(() => read('.why')).toHaveLength(1);
  const release = hold();

  press('Send again');
  await requests({ operation: 'createPet', wait: 2 });
  await callPets(simulator, 'default');
  release();

  await poll(() => location.hash).toBe('#/traffic/default/2');
});

test('shows the pets of the simulator that answers after a restart', async () => {
  const second = await start({ pets: 1, seed: 2 });
  const first = await start({ pets: 1, seed: 1 });
  const { find, read, restart, poll } = await open(first, 'pets');
  const readName = () => find('Name of pet 1')?.value;
  await poll(readName).toBeTruthy();

  restart();
  await first.close();
  await poll(() => read('.gone').join()).toContain('This page tries again every second.');
  restart(second);

  const [pet] = await second.sandbox('default').pets.list();
  await poll(readName).toBe(pet?.name);
});

test('a choice and a moved clock show in their cards', async () => {
  const simulator = await start();
  const { clock, settings } = simulator.sandbox('default');
  await settings.set({ profile: 'strict', choices: { 'list-order': 'shuffled' } });
  await clock.advance(50_000 * 86_400_000);
  const { read, poll } = await open(simulator, 'behaviour');

  const year = `${(await clock.now()).getUTCFullYear()}`;
  await poll(() => read('main time').join().slice(0, 4)).toBe(year);
  expect(read('[aria-label=Profile] [aria-pressed=true]')).toEqual([]);
});

test('a row of the responses has how often its rule is still applied, and releases it', async () => {
  const simulator = await start();
  await simulator.sandbox('x').addRule({ operation: 'createPet', code: 503, times: 8 });
  await callPets(simulator, 'x', '', newPet);

  const { find, poll } = await open(simulator, 'responses?sandbox=x');

  await poll(() => find('Times of createPet')?.value).toBe('7');
  find('Status of createPet').querySelector<HTMLElement>('[aria-pressed=true]')?.click();
  await poll(() => simulator.sandbox('x').rules()).toEqual([]);
});

test('the traffic of all sandboxes tells what any forces, and a view of one sandbox its own', async () => {
  const simulator = await start();
  await simulator.sandbox('cart').addRule({ operation: 'listPets', code: 429 });
  const { read, go, poll } = await open(simulator, 'traffic');

  await poll(() => read('.strip').join()).toContain('cart: listPets fails with 429');
  expect(read('.picker')).toEqual(['Sandbox: all sandboxes']);
  go('#/pets');
  await poll(() => read('.strip')).toEqual(['No response is forced. Force one']);
  expect(read('.picker')).toEqual(['Sandbox: default']);
});

test('a rule can be removed where its exchange is, however many other sandboxes have rules', async () => {
  const simulator = await start({ pets: 3 });
  const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
  for (const name of names) {
    await simulator.sandbox(name).addRule({ operation: 'listPets', code: 503, fault: 'reset' });
    await callPets(simulator, name);
  }
  const { read, poll } = await open(simulator, 'traffic/s0/1');

  await poll(() => read('.why button')).toEqual(['Remove']);
  // The client got no response.
  expect(read('.messages h3')).toEqual(['Request']);
});

test('the list stands still while one reads, hides what is cleared, and says why it is empty', async () => {
  const simulator = await start();
  for (const path of ['', '', '/999']) {
    await callPets(simulator, 'default', path);
  }
  const { go, location, press, read, type, poll } = await open(simulator, 'traffic/default/2');
  await poll(() => read('.opened, .why')).toHaveLength(2);

  await callPets(simulator, 'default');
  await poll(() => read('.foot button')).toEqual(['1 new']);
  expect(read('td.c-status')).toEqual(['404', '200', '200']);
  press('1 new');
  await poll(() => read('td.c-status')).toEqual(['200', '404', '200', '200']);
  for (const [key, route, place = '.detail'] of [
    ['ArrowDown', '/default/2', '.detail textarea'],
    ['ArrowDown', '/default/1'],
    ['ArrowUp', '/default/2'],
    ['ArrowUp', '/default/3'],
    ['Escape', ''],
  ] as const) {
    type(place, key);
    await poll(() => location.hash).toBe(`#/traffic${route}`);
    await poll(() => read('.detail')).toHaveLength(route ? 1 : 0);
  }

  press('Clear');
  await poll(() => read('.empty button, .chips [aria-pressed=true]')).toEqual([
    'all 0',
    'Show them again',
  ]);
  await callPets(simulator, 'default', '/998');
  await poll(() => read('td.c-status, .foot button')).toEqual(['404', 'Show 4 earlier']);
  press('Show 4 earlier');
  await poll(() => read('td.c-status')).toHaveLength(5);
  go('#/traffic?outcome=5xx&search=zzz');
  await poll(() => read('h2')).toEqual(['None of the 5 requests has “zzz” and 5xx']);
  press('Show all 5');
  await poll(() => location.hash).toBe('#/traffic');
  go('#/traffic/default/99');
  await poll(() => read('.detail h2')).toEqual(['', 'No request 99 in default']);
});

test('shows the first request of a sandbox, and copies it', async () => {
  const simulator = await start();
  const { copied, press, read, poll } = await open(simulator, 'traffic?sandbox=x');
  await poll(() => read('h2')).toEqual(['Requests appear here']);
  press('Copy the command');

  await poll(() => read('.toast p')).toEqual(['Copied. ']);
  expect(copied.join()).toMatch(/^curl -i ".*\/sandboxes\/x\/v1\/pets" -H "Authoriz.* test-key"$/);
});

test('an opened request leads to its pet and choices, and the next one like it fails', async () => {
  const simulator = await start();
  await callPets(simulator, 'x', '', newPet);
  const { find, press, read, fill, poll } = await open(simulator, 'traffic/x/1');
  await poll(() => read('.detail a.button:not(.icon)')).toEqual(['Open pet 51']);
  expect(read('.why a')).toContain('Change');

  fill('[aria-label^="Fail the next"]', { code: '503', times: '2' });
  await poll(() => read('.toast p, .error')).toEqual([
    'Added the rule: createPet fails with 503, 2 more times. Show',
  ]);
  expect(await simulator.sandbox('x').rules()).toMatchObject([{ code: 503, times: 2 }]);
  press('Open pet 51');
  await poll(() => find('Name of pet 51')?.value).toBe('Rex');
});

test('asks for the token until it is correct', async () => {
  const simulator = await start({ adminToken: 'correct-horse' });
  const { read, fill, poll } = await open(simulator, 'behaviour');
  await poll(() => read('h1')).toEqual(['Animal Store simulator']);

  fill('form', { token: 'wrong' });
  await poll(() => read('form [role=alert]').join()).toContain('token is incorrect');
  fill('form', { token: 'correct-horse' });

  await poll(() => read('h1')).toEqual(['Behaviour']);
  expect(localStorage).toHaveLength(1);
});

test('finds sandboxes, and goes to the first one found', async () => {
  const simulator = await start();
  await callPets(simulator, 'cart-7');
  await callPets(simulator, 'x');
  const { location, menu, read, type, fill, poll } = await open(simulator, 'pets?search=a');
  await poll(() => read('.picker')).toEqual(['Sandbox: default']);

  menu('Sandbox');
  await poll(() => read('.option b')).toEqual(['all sandboxes', 'x', 'cart-7', 'default']);
  expect(read('[aria-current=true] b')).toEqual(['default']);
  type('.popover input', 'cart');
  await poll(() => read('.option')).toEqual(['cart-71 request · 50 pets', 'cartnew sandbox']);
  fill('.popover form');
  await poll(() => location.hash).toBe('#/pets?search=a&sandbox=cart-7');
  await poll(() => read('[aria-current=true] b, [aria-current=page]')).toEqual(['Pets', 'cart-7']);
});

test('a row of the responses keeps the times for what comes, and refuses a step that is none', async () => {
  const simulator = await start();
  const { addRule, rules } = simulator.sandbox('default');
  const { find, read, change, fill, press, poll } = await open(simulator, 'responses');
  await poll(() => find('Times of getPet')).toBeTruthy();

  change('Times of getPet', '3');
  await poll(() => find('Times of getPet').className).toContain('set');
  press('503');
  await poll(rules).toMatchObject([{ code: 503 }]);
  find('Status of getPet').querySelectorAll('button')[2]?.click();
  await poll(rules).toMatchObject([{ operation: 'getPet', code: 404, times: 3 }, { code: 503 }]);
  change('Delay of getPet', '300');
  await poll(async () => (await rules())[0]).toMatchObject({ code: 404, times: 3, delay: 300 });
  fill('[aria-label="Sequence of getPet"]', { sequence: '503, no' });
  await poll(() => read('.c-sequence [role=alert]')).toEqual([expect.stringContaining('"no"')]);
  fill('[aria-label="Sequence of getPet"]', { sequence: '418 200 404' });
  await poll(() => read('.now')).toEqual([
    'Fails with 503',
    'Every operation fails with 503',
    'Every operation fails with 503',
    'Fails with 418, once',
  ]);
  expect(find('Sequence of statuses for getPet').value).toBe('418, 200, 404');
  expect(read('.beyond').filter((code) => code === '418')).toHaveLength(1);

  const { id } = await addRule({ code: 500 });
  await poll(() => read('.hint').at(-1)).toBe(`No effect: ${id} comes first.`);
  find(`Remove ${id}`).click();
  await poll(async () => (await rules())[0]?.id).not.toBe(id);
  fill('[aria-label^=Delay]', { delay: '5' });
  await poll(() => read('.strip a').at(-1)).toBe('every response 5 ms slower');
  press('Clear all');
  await poll(() => read('.strip')).toEqual(['No response is forced. Force one']);
  expect(find('Times of getPet').value).toBe('');
});

test('a profile, a choice and an allowed note apply, and a search tells what it found', async () => {
  const simulator = await start();
  const { settings } = simulator.sandbox('default');
  const { find, go, location, change, press, read, poll } = await open(simulator, 'behaviour');
  await poll(() => find('list-order')).toBeTruthy();

  press('hostile');
  await poll(() => read('[aria-label=Profile] [aria-pressed=true]')).toEqual(['hostile']);
  change('list-order', 'newest-first');
  await poll(() => read('[aria-label=Profile] .soft')[0]).toContain('hostile with 1 changed.');
  await poll(() => find('list-order').className).toContain('set');
  find('Allowed notes').querySelector('input')?.click();
  await poll(settings.read).toMatchObject({ allow: ['open'], choices: { 'id-scheme': 'large' } });
  go('#/behaviour?search=zzz&group=getPet');
  await poll(() => read('.empty h2')).toEqual(['No open point is like this']);
  press(`Show all ${openPointNames.length}`);
  await poll(() => location.hash).toBe('#/behaviour');
});

test('finds, adds and changes pets, and begins again', async () => {
  const simulator = await start({ pets: 2 });
  const { pets } = simulator.sandbox('default');
  const { find, go, location, change, fill, menu, press, read, poll } = await open(
    simulator,
    'pets',
  );
  await poll(() => find('Status of pet 2')).toBeTruthy();

  fill('#new-pet');
  find('Name of the new pet').value = 'Rex';
  fill('#new-pet');
  await poll(() => read('.toast p')).toEqual(['Added pet 3. Show', 'Added pet 4. Show']);
  expect(find('Name of the new pet').value).toBe('');
  change('Status of pet 2', '');
  await poll(async () => (await pets.list())[1]?.status).toBe(undefined);
  change('Status', 'none');
  await poll(() => read('main [role=status]')).toEqual(['1–3 of 3 pets of default']);
  go('#/pets?search=zzz&status=sold');
  await poll(() => read('.empty h2')).toEqual(['None of the 4 pets of default is like this']);
  press('Show all 4');
  await poll(() => location.hash).toBe('#/pets');
  for (const [fixture, shown] of [
    ['', '1–2 of 2 pets of default'],
    ['empty', 'No pets pets of default'],
  ] as const) {
    menu('Reset');
    await poll(() => read('.popover .danger')).toEqual(['Reset']);
    fill('.popover form', { fixture });
    await poll(() => read('main [role=status]')).toEqual([shown]);
  }
  expect(read('h2')).toEqual(['No pets in default']);
  go('#/pets?status=sold');
  await poll(() => read('h2')).toEqual(['None of the 0 pets of default is like this']);
});

test('the forms of the reference share key and sandbox, and send what their code shows', async () => {
  const simulator = await start();
  const { read, fill, type, press, poll } = await open(simulator, '', 'docs/docs');
  const responses = () => read('.try [role=status]');
  expect(read('#getPet .violation')).toEqual(['deprecated, to be removed on 2030-12-05']);
  expect(read('#listPets details[open]')).toHaveLength(2);
  expect(read('#createPet dl').join()).toContain('namerequired string');

  type('#listPets [name=sandbox]', 'docs');
  await poll(() => read('.try pre').filter((text) => /\/docs\/v1/.test(text))).toHaveLength(3);
  fill('[aria-label="Send createPet"]');
  await poll(() => responses()[1]).toMatch(/^POST .*\/docs\/v1\/pets\n\n201 /);
  expect(responses()[0]).toBe('');
  type('#listPets [name=Prefer]', 'fault=reset');
  await poll(() => read('.try pre')[0]).toContain('fault=reset');
  fill('[aria-label="Send listPets"]');
  await poll(() => responses()[0]).toContain('No complete response. ');
  press('fetch');
  await poll(() => read('.try pre')[0]).toMatch(/^const response.*Prefer":"fault=reset/s);
});
