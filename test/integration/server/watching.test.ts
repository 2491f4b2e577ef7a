import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFixture } from '../../../src/catalogue/watch-fixture.js';
import { createSimulator } from '../../../src/index.js';
import { start } from '../../support/simulator.js';

const write = (...names: string[]) =>
  JSON.stringify(names.map((name, index) => ({ id: index + 1, name, categoryId: 1 })));

async function createFixture(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-watch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const fixture = join(folder, 'my-pets.json');
  await writeFile(fixture, write('Ann'));
  return fixture;
}

/** Watches a new fixture, without a server: the names of its pets, and its errors, as they come. */
async function watch() {
  const fixture = await createFixture();
  const seen: string[][] = [];
  const errors: string[] = [];
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const onPets = (pets: readonly { name: string }[]) => seen.push(pets.map(({ name }) => name));
  const observer = { onPets, onError: (message: string) => void errors.push(message) };
  await watchFixture({ fixture, seed: 1, pets: 50 }, observer, stopping.signal);
  return { fixture, seen, errors, stopping };
}

test('reads a fixture again when it changes, also for sandboxes that exist', async () => {
  const fixture = await createFixture();
  const simulator = await start({ fixture, watch: true });
  const shop = simulator.sandbox('shop');
  const other = simulator.sandbox('other');
  const list = async (sandbox = shop) => (await sandbox.pets.list()).map(({ name }) => name);
  await shop.pets.add({ id: 50, name: 'Rex', categoryId: 1 });
  await other.reset({ seed: 7 });

  await writeFile(fixture, write('Ann', 'Ben'));

  await expect.poll(list).toEqual(['Ann', 'Ben', 'Rex']);
  await shop.reset();
  await other.reset({ seed: 7 });
  expect([await list(), await list(other)]).toEqual([
    ['Ann', 'Ben'],
    ['Ann', 'Ben'],
  ]);
});

test('reports a wrong fixture, and reads it once it is right', async () => {
  const { fixture, seen, errors } = await watch();

  await writeFile(fixture, '[{ "id": 1 }]');

  await expect
    .poll(() => errors)
    .toEqual([
      `The fixture ${fixture}, pet 1, name is required (section 2). The simulator keeps the pets that it has.`,
    ]);
  await writeFile(fixture, write('Ben'));
  await expect.poll(() => seen).toEqual([['Ben']]);
});

test('reports a fixture that is gone', async () => {
  const { fixture, errors } = await watch();

  await rm(fixture);

  await expect.poll(() => errors.join()).toContain(`got "${fixture}", which can't be read`);
});

test('stops watching at the end', async () => {
  const { fixture, seen, stopping } = await watch();
  stopping.abort();
  const simulator = await start({ fixture, watch: true });
  const list = async () => (await simulator.sandbox().pets.list()).map(({ name }) => name);

  // While another simulator sees two changes, one that still watched would see the first.
  for (const name of ['Cat', 'Dan']) {
    await writeFile(fixture, write(name));
    await expect.poll(list).toEqual([name]);
  }

  expect(seen).toEqual([]);
});

test('refuses to watch what is no file', async () => {
  const fixture = dirname(await createFixture());
  const observer = { onPets: () => {}, onError: () => {} };

  const watching = watchFixture({ fixture, seed: 1, pets: 50 }, observer, AbortSignal.abort());

  await expect(watching).rejects.toThrow(/^--watch requires a fixture that can be read again; got/);
});

test('refuses to watch without a server', () => {
  expect(() => createSimulator({ fixture: 'my-pets.json', watch: true })).toThrow(
    'The option watch requires startSimulator',
  );
});
