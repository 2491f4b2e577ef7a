import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { type Environment, openProject, type Project, runRunner } from './project.js';
import { runVitest } from './runs.js';

/** Several runs of a runner, on a busy machine, in milliseconds. */
const patience = 120_000;

let project: Project;

beforeAll(async () => {
  project = await openProject(['vitest']);
}, patience);

afterAll(() => project.remove());

const vitest = (folder: string, args?: readonly string[], environment?: Environment) =>
  runVitest(project, folder, args, environment);

/** Writes `a.test.ts` and `b.test.ts`, alike. */
async function writeTests(folder: string, text: string): Promise<void> {
  for (const name of ['a', 'b']) {
    await project.write(
      `${folder}/${name}.test.ts`,
      `import { expect, test } from 'animal-store-simulator/vitest';\n${text}`,
    );
  }
}

function writeConfig(folder: string, globalSetup: string): Promise<string> {
  const config = { test: { globalSetup } };
  return project.write(`${folder}/vitest.config.ts`, `export default ${JSON.stringify(config)};`);
}

const fromPackage = 'animal-store-simulator/vitest/global-setup';

/** Each test file appends the address of its simulator to the file `addresses`. */
const noteAddress = `
import { appendFileSync } from 'node:fs';
test('answers', async ({ animalStore, sandbox }) => {
  appendFileSync('addresses', animalStore.origin + '\\n');
  const headers = { Authorization: 'Bearer ' + animalStore.apiKey };
  expect((await fetch(sandbox.url + '/pets', { headers })).status).toBe(200);
});
`;

async function addressesOf(folder: string): Promise<string[]> {
  const text = await readFile(join(project.path, folder, 'addresses'), 'utf8');
  return text.trim().split('\n');
}

test('the example passes, and every test of it is run', { timeout: patience }, async () => {
  await project.copyExample('vitest');

  const { code, output } = await vitest('vitest');

  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests +5 passed \(5\)/);
});

test.for(['forks', 'threads', 'vmThreads'])(
  'with the global setup all workers of the pool %s use one simulator, which is closed at the end',
  { timeout: patience },
  async (pool) => {
    const folder = `global-${pool}`;
    await writeConfig(folder, fromPackage);
    await writeTests(folder, noteAddress);

    const { code, output } = await vitest(folder, [`--pool=${pool}`]);

    expect(code, output).toBe(0);
    const [one, other] = await addressesOf(folder);
    expect(other).toBe(one);
    await expect(fetch(`${one}/health`)).rejects.toThrow();
  },
);

test.for(['forks', 'threads', 'vmForks'])(
  'without it each worker of the pool %s starts one, which is closed at the end',
  { timeout: patience },
  async (pool) => {
    const folder = `own-${pool}`;
    await writeTests(folder, noteAddress);

    const { code, output } = await vitest(folder, [`--pool=${pool}`]);

    expect(code, output).toBe(0);
    const addresses = await addressesOf(folder);
    expect(new Set(addresses).size).toBe(2);
    for (const address of addresses) {
      await expect(fetch(`${address}/health`)).rejects.toThrow();
    }
  },
);

test('tests that run at once do not see each other', { timeout: patience }, async () => {
  await writeConfig('parallel', fromPackage);
  await writeTests(
    'parallel',
    `for (let number = 1; number <= 20; number += 1) {
      test.concurrent('test ' + number, async ({ sandbox }) => {
        const before = (await sandbox.pets.list()).length;
        const pet = { name: 'Pet ' + number, categoryId: number };
        await fetch(sandbox.url + '/pets', {
          method: 'POST',
          headers: { Authorization: 'Bearer ' + sandbox.apiKey, 'Content-Type': 'application/json' },
          body: JSON.stringify(pet),
        });
        const pets = await sandbox.pets.list();
        expect(pets).toHaveLength(before + 1);
        expect(pets.at(-1)?.name).toBe(pet.name);
        expect(await sandbox.requests()).toMatchObject([{ json: pet }]);
      });
    }`,
  );

  const { code, output } = await vitest('parallel');

  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests +40 passed \(40\)/);
});

test('a test that fails makes the run fail, and its sandbox goes all the same', {
  timeout: patience,
}, async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  await writeTests(
    'failing',
    `test('fails', async ({ sandbox, animalStore }) => {
      await sandbox.addRule({ code: 503 });
      expect(animalStore.url).toBe(process.env.ANIMAL_STORE_URL);
      expect(await sandbox.rules()).toEqual('what nobody has');
    });`,
  );

  const { code, output } = await vitest('failing', [], { ANIMAL_STORE_URL: simulator.url });

  expect(code).toBe(1);
  expect(output).toContain("to deeply equal 'what nobody has'");
  expect((await simulator.sandboxes()).map(({ name }) => name)).toEqual(['default']);
});

test('a simulator that is named by ANIMAL_STORE_URL goes before the global setup', {
  timeout: patience,
}, async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  await writeConfig('named', fromPackage);
  await writeTests('named', noteAddress);

  const { code, output } = await vitest('named', [], { ANIMAL_STORE_URL: simulator.url });

  expect(code, output).toBe(0);
  expect(await addressesOf('named')).toEqual([simulator.origin, simulator.origin]);
});

function runBesideSimulator(folder: string) {
  const bin = join(project.path, 'node_modules');
  const command = [join(bin, '.bin/animal-store'), 'exec', '--', process.execPath];
  return runRunner(join(project.path, folder), [...command, join(bin, 'vitest/vitest.mjs'), 'run']);
}

test('tests that animal-store exec runs use its simulator', { timeout: patience }, async () => {
  await writeConfig('exec', fromPackage);
  await writeTests('exec', noteAddress);

  const { code, output } = await runBesideSimulator('exec');

  expect(code, output).toBe(0);
  expect(output).not.toContain('have no effect');
  expect(new Set(await addressesOf('exec')).size).toBe(1);
});

test('the options of a global setup that animal-store exec leaves without effect are told once', {
  timeout: patience,
}, async () => {
  await project.write(
    'no-effect/animal-store.ts',
    `import { globalSetup } from '${fromPackage}';
    export default globalSetup({ seed: 7, pets: 100 });`,
  );
  await writeConfig('no-effect', './animal-store.ts');
  await writeTests('no-effect', noteAddress);

  const { code, output } = await runBesideSimulator('no-effect');

  expect(code, output).toBe(0);
  expect(output.split('The options of globalSetup have no effect (seed, pets)')).toHaveLength(2);
  expect(output).toContain('animal-store exec --seed 7 --pets 100 -- <command>');
});

test('an address where nobody answers is named in the failure', {
  timeout: patience,
}, async () => {
  const simulator = await startSimulator();
  await simulator.close();
  await writeTests('nobody', noteAddress);

  const { code, output } = await vitest('nobody', [], { ANIMAL_STORE_URL: simulator.url });

  expect(code).toBe(1);
  expect(output).toContain(`No simulator is running at ${simulator.origin}`);
});

test('a global setup of the user starts the simulator with options', {
  timeout: patience,
}, async () => {
  await project.write(
    'options/animal-store.ts',
    `import { globalSetup } from '${fromPackage}';
    export default globalSetup({ fixture: 'pets.json', adminToken: 'secret' });`,
  );
  await project.write('options/pets.json', '[{"id":7,"name":"Rex","categoryId":2}]');
  await writeConfig('options', './animal-store.ts');
  await writeTests(
    'options',
    `test('has the pets of the file', async ({ sandbox }) => {
      expect(await sandbox.pets.list()).toEqual([{ id: 7n, name: 'Rex', categoryId: 2n }]);
    });`,
  );

  const { code, output } = await vitest('options');

  expect(code, output).toBe(0);
});

test('a sandbox starts with what sandboxOptions say, for a whole file or a group of tests', {
  timeout: patience,
}, async () => {
  await writeTests(
    'sandbox-options',
    `const empty = test.extend({ sandboxOptions: { fixture: 'empty', profile: 'hostile' } });
    empty('is empty', async ({ sandbox }) => {
      expect(await sandbox.pets.list()).toEqual([]);
      expect((await sandbox.settings.read()).choices['id-scheme']).toBe('large');
    });
    empty.describe('in a group', () => {
      empty.override({ sandboxOptions: { pets: 3 } });
      empty('has three', async ({ sandbox }) => {
        expect(await sandbox.pets.list()).toHaveLength(3);
      });
    });`,
  );

  const { code, output } = await vitest('sandbox-options');

  expect(code, output).toBe(0);
});

test('where Vitest has no override, as before 4.1, an extended test has all fixtures as they were said last', {
  timeout: patience,
}, async () => {
  const config = { test: { setupFiles: './before-4-1.ts' } };
  await project.write('no-override/vitest.config.ts', `export default ${JSON.stringify(config)};`);
  await project.write(
    'no-override/before-4-1.ts',
    `import { test } from 'vitest';
    delete test.override;`,
  );
  await writeTests(
    'no-override',
    `import { test as base } from 'vitest';
    test('is without it', () => expect(base).not.toHaveProperty('override'));
    const own = test.extend({
      count: async ({ sandbox }, use) => use((await sandbox.pets.list()).length),
    });
    own('has its own fixture', async ({ count }) => expect(count).toBe(50));
    const three = own.extend({ sandboxOptions: { pets: 3 } });
    three('has three', async ({ count }) => expect(count).toBe(3));
    own('is left as it was', async ({ count }) => expect(count).toBe(50));`,
  );

  const { code, output } = await vitest('no-override');

  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests +8 passed \(8\)/);
});
