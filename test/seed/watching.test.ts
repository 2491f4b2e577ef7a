import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFixture } from '../../src/catalogue/watch-fixture.js';
import { createSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';
import { createOfflineSimulator } from '../../src/offline-simulator.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';

const write = (...names: string[]) =>
  JSON.stringify(names.map((name, place) => ({ id: place + 1, name, categoryId: 1 })));

/** A loaded machine takes its time. */
const patience = { timeout: 10_000 };

async function createFixture(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-watch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const fixture = join(folder, 'my-pets.json');
  await writeFile(fixture, write('Ann'));
  return fixture;
}

/** Watches a new fixture, without a server. */
async function watch() {
  const fixture = await createFixture();
  const options = resolveSimulatorOptions({ fixture, watch: true });
  const core = new SimulatorCore(options);
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const observer = { onEvent: log, onError: log };
  await watchFixture(await core.engine(), options, observer, stopping.signal);
  const list = async () =>
    (await createOfflineSimulator(core).sandbox().pets.list()).map(({ name }) => name);
  return { core, fixture, lines, list, stopping };
}

async function openServer(options: SimulatorOptions) {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  const list = async (name = 'default') =>
    (await simulator.sandbox(name).pets.list()).map((pet) => pet.name);
  return { simulator, list };
}

test('reads a fixture again when it changes', async () => {
  const fixture = await createFixture();
  const { simulator, list } = await openServer({ fixture, watch: true });
  await simulator.sandbox('shop').pets.add({ id: 50, name: 'Rex', categoryId: 1 });

  await writeFile(fixture, write('Ann', 'Ben'));

  await expect.poll(() => list('shop'), patience).toEqual(['Ann', 'Ben', 'Rex']);
  await simulator.sandbox('shop').reset();
  expect(await list('shop')).toEqual(['Ann', 'Ben']);
});

test('resets to the new pets with another seed, too', async () => {
  const fixture = await createFixture();
  const { simulator, list } = await openServer({ fixture, watch: true });
  const other = simulator.sandbox('other');
  await other.reset({ seed: 7 });
  await writeFile(fixture, write('Ann', 'Ben'));
  await expect.poll(() => list(), patience).toEqual(['Ann', 'Ben']);
  expect(await list('other')).toEqual(['Ann']);

  await other.reset({ seed: 7 });

  expect(await list('other')).toEqual(['Ann', 'Ben']);
});

test('reads a fixture again when another file is renamed over it', async () => {
  const { fixture, lines, list } = await watch();

  await writeFile(`${fixture}.new`, write('Ann', 'Ben'));
  await rename(`${fixture}.new`, fixture);

  await expect.poll(list, patience).toEqual(['Ann', 'Ben']);
  expect(lines).toEqual([`The fixture ${fixture} was read again. Number of pets: 2.`]);
});

test('keeps the pets when the fixture is wrong, says so, and reads it once it is right', async () => {
  const { fixture, lines, list } = await watch();

  await writeFile(fixture, '[{ "id": 1 }]');

  await expect
    .poll(() => lines, patience)
    .toEqual([
      `The fixture ${fixture}, line 1: pet 1, name is required (section 2). The simulator keeps the pets that it has.`,
    ]);
  expect(await list()).toEqual(['Ann']);
  await writeFile(fixture, write('Ben'));
  await expect.poll(list, patience).toEqual(['Ben']);
});

test('keeps the pets when the fixture is gone', async () => {
  const { fixture, lines, list } = await watch();

  await rm(fixture);

  await expect
    .poll(() => lines.join(), patience)
    .toContain(`got "${fixture}", which can't be read`);
  expect(await list()).toEqual(['Ann']);
});

test('stops watching at the end', async () => {
  const { core, fixture, lines, stopping } = await watch();
  await writeFile(fixture, write('Ben'));
  await expect.poll(() => lines, patience).toHaveLength(1);

  stopping.abort();
  const { list } = await openServer({ fixture, watch: true });
  // While another simulator sees three changes, one that still watched would see the first.
  for (const name of ['Cat', 'Dan', 'Eva']) {
    await writeFile(fixture, write(name));
    await expect.poll(() => list(), patience).toEqual([name]);
  }

  expect(
    (await createOfflineSimulator(core).sandbox().pets.list()).map(({ name }) => name),
  ).toEqual(['Ben']);
});

test('refuses to watch what is no file', async () => {
  const { core, fixture } = await watch();
  const options = resolveSimulatorOptions({ fixture: dirname(fixture), watch: true });
  const observer = { onEvent: () => {}, onError: () => {} };

  const watching = watchFixture(await core.engine(), options, observer, AbortSignal.abort());

  await expect(watching).rejects.toThrow(/^--watch requires a fixture that can be read again; got/);
});

test('refuses to watch without a server', () => {
  expect(() => createSimulator({ fixture: 'my-pets.json', watch: true })).toThrow(
    'The option watch requires startSimulator',
  );
});
