/** The components of the page, in a DOM without a layout: what they show, and what a click or a form changes. */
import { Window } from 'happy-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../../src/index.js';
import { callPets, newPet, start } from '../../support/simulator.js';

let pages = 0;

/** Opens the page at a route. Its time stands still between two looks at it. */
async function open(simulator: RunningSimulator, route: string) {
  const window = new Window({ url: simulator.origin });
  const { document } = window;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const go = (hash: string) => {
    location.hash = hash;
    queueMicrotask(() => window.dispatchEvent(new window.Event('hashchange')));
  };
  const location = { hash: `#/${route}`, assign: go, replace: go };
  let isOpen = true;
  const { fetch: send } = globalThis;
  const globals = {
    ...{ document, location, matchMedia: () => ({ matches: false }), screen: { height: 800 } },
    ...{ localStorage: window.localStorage, sessionStorage: window.sessionStorage },
    ...{ FormData: window.FormData, addEventListener: window.addEventListener.bind(window) },
    // The page calls the simulator for ever: its last call gets no answer.
    fetch: async (...call: Parameters<typeof send>) => {
      const response = await send(...call).finally(() => isOpen || new Promise(() => {}));
      const text = await response.text();
      return isOpen ? new Response(text || null, response) : new Promise(() => {});
    },
  };
  for (const [name, value] of Object.entries(globals)) {
    vi.stubGlobal(name, value);
  }
  onTestFinished(() => {
    isOpen = false;
    vi.useRealTimers().unstubAllGlobals();
  });
  pages += 1;
  const path = `../../../src/console/main.js?${pages}`;
  await import(path);
  const find = (name: string) => document.querySelector(`[aria-label^="${name}"]`) as never;
  return {
    find: find as (name: string) => HTMLInputElement,
    go,
    location,
    type: (selector: string, key: string) =>
      document
        .querySelector(selector)
        ?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true })),
    press: (text: string) =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === text)?.click(),
    read: (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.textContent),
    change: (name: string, value: string) => {
      const input = Object.assign(find(name) as HTMLInputElement, { value });
      input.dispatchEvent(new window.Event('change', { bubbles: true }) as never);
    },
    submit: (name: string) =>
      (find(name) as Element).dispatchEvent(new window.Event('submit') as never),
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

test('an arrow key opens the next request, but not in a field', async () => {
  const simulator = await start();
  await callPets(simulator, 'default');
  await callPets(simulator, 'default');
  const { location, read, type, poll } = await open(simulator, 'traffic/default/2');
  await poll(() => read('.opened, .why')).toHaveLength(2);

  type('.detail textarea', 'ArrowDown');
  expect(location.hash).toBe('#/traffic/default/2');
  type('.detail', 'ArrowDown');
  expect(location.hash).toBe('#/traffic/default/1');
});

test('a new pet that is refused says why below its first field, and keeps what was typed', async () => {
  const { find, read, submit, poll } = await open(await start({ pets: 2 }), 'pets');
  await poll(() => find('Id of the new pet')).toBeTruthy();

  find('Id of the new pet').value = '1';
  find('Name of the new pet').value = 'Rex';
  submit('Add a pet');

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
  const { addRule, requests } = simulator.sandbox('default');
  await callPets(simulator, 'default', '', newPet);
  await addRule({ operation: 'createPet', delay: 300 });
  const { location, press, read, poll } = await open(simulator, 'traffic/default/1');
  await poll(() => read('.why')).toHaveLength(1);

  press('Send again');
  await requests({ operation: 'createPet', wait: 2 });
  await callPets(simulator, 'default');

  await poll(() => location.hash).toBe('#/traffic/default/2');
});

test('shows the pets of the simulator that answers after a restart', async () => {
  const first = await start({ pets: 1, seed: 1 });
  let second: RunningSimulator | undefined;
  // After the end of the page, which calls it.
  onTestFinished(() => second?.close());
  const { find, poll } = await open(first, 'pets');
  const readName = () => find('Name of pet 1')?.value;
  await poll(readName).toBeTruthy();

  await first.close();
  second = await startSimulator({ pets: 1, seed: 2, port: first.port });

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
