import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { describeOption } from '../../scripts/option-comments.js';
import { optionTable } from '../../src/options/table.js';
import { verifyOptionTable } from '../../src/options/verify-options.js';
import { openProject } from '../integration/runners/project.js';
import { readTarball, root, runNode } from './packed.js';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

const project = await openProject();
afterAll(() => project.remove());

/** How apps are set up: for Node.js, and for browsers with a bundler as `tsc --init` proposes. */
const setups = {
  nodenext: { module: 'nodenext' },
  browser: {
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'esnext.disposable', 'dom'],
    types: [],
  },
} as const;

/** Each also has lines that must not compile: without types, everything would. */
const apps = {
  library: `
    import { connect, SimulatorError, createSimulator, startSimulator, UsageError, type RecordedExchange, type SandboxHandle, type Rule, type SimulatorOptions } from 'animal-store-simulator';

    const options: SimulatorOptions = { seed: 7, profile: 'strict', choices: { 'list-order': 'newest-first' } };
    // @ts-expect-error
    export const unknownOption: SimulatorOptions = { sed: 7 };
    // @ts-expect-error
    export const unknownChoice: SimulatorOptions = { choices: { 'list-order': 'clamp' } };

    await using sim = await startSimulator(options);
    const headers = { Authorization: \`Bearer \${sim.apiKey}\` };
    const overHttp: Response = await fetch(\`\${sim.url}/pets\`, { headers });
    const without: Response = await createSimulator(options).fetch(new Request('http://localhost/v1/pets', { headers }));
    console.log(await overHttp.text() === await without.text(), overHttp.status, new UsageError('') instanceof Error);

    const rule: Rule = { operation: 'listPets', code: 503, times: 1 };
    // @ts-expect-error
    export const unknownField: Rule = { code: 503, tmies: 1 };
    await using sandbox: SandboxHandle = connect(sim.url).sandbox();
    await sandbox.addRule(rule);
    await fetch(\`\${sandbox.url}/pets\`, { headers });
    const [sent]: RecordedExchange[] = await sandbox.requests({ operation: 'listPets', wait: 1 });
    console.log(sent?.status, new SimulatorError('simulator_conflict', '') instanceof Error);
  `,
  vitest: `
    import {
      expect, test, type SandboxOptions, type SimulatorOptions,
    } from 'animal-store-simulator/vitest';
    import globalSetup, { globalSetup as withOptions } from 'animal-store-simulator/vitest/global-setup';

    const strict = test.extend<{ sandboxOptions: SandboxOptions }>({
      sandboxOptions: { profile: 'strict', allow: ['violation'], choices: { 'list-order': 'shuffled' } },
    });
    // @ts-expect-error
    test.extend<{ sandboxOptions: SandboxOptions }>({ sandboxOptions: { profile: 'strickt' } });
    // @ts-expect-error
    test.extend<{ sandboxOptions: SandboxOptions }>({ sandboxOption: { profile: 'strict' } });
    test.extend<{ animalStoreOptions: SimulatorOptions }>({
      animalStoreOptions: { pact: 'shop.json', consumer: 'shop', needs: { Pet: ['name'] } },
    });
    test.extend<{ animalStoreOptions: SimulatorOptions }>({
      // @ts-expect-error
      animalStoreOptions: { needs: { Pet: ['nam'] } },
    });
    strict('typed', async ({ sandbox, animalStore }) => {
      expect(sandbox.url).toContain(animalStore.origin);
      // @ts-expect-error
      await sandbox.addRule({ operation: 'listPet', code: 503 });
    });
    export const setups = [globalSetup, withOptions({ seed: 7 })];
    // @ts-expect-error
    withOptions({ sed: 7 });
  `,
  playwright: `
    import { defineConfig } from '@playwright/test';
    import {
      type AnimalStoreFixtures, type AnimalStoreWorkerFixtures, expect, routeToSandbox, test,
    } from 'animal-store-simulator/playwright';

    export default defineConfig<AnimalStoreFixtures, AnimalStoreWorkerFixtures>({
      use: { animalStoreUrl: 'https://store.example/v1', animalStoreOptions: { seed: 7 } },
    });
    export const wrong = defineConfig<AnimalStoreFixtures, AnimalStoreWorkerFixtures>({
      // @ts-expect-error
      use: { animalStoreUrl: 7 },
    });
    test.use({ sandboxOptions: { profile: 'hostile', allow: ['violation'] } });
    // @ts-expect-error
    test.use({ sandboxOptions: { profile: 'hostil' } });
    // @ts-expect-error
    test.use({ sandboxOptions: { allow: ['scenario'] } });
    test('typed', async ({ sandbox, animalStore, browser }) => {
      await routeToSandbox(await browser.newContext(), sandbox, [animalStore.url]);
      // @ts-expect-error
      await sandbox.addRule({ operation: 'listPet', code: 503 });
      expect(await sandbox.requests({ wait: 1 })).toMatchObject([{ status: 200 }]);
    });
  `,
} as const;

/** Compiles what is in a folder of the project into `build/` there. */
async function compile(folder: string, setup: keyof typeof setups, skipLibCheck: boolean) {
  const compilerOptions = {
    lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
    types: ['node'],
    ...setups[setup],
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck,
    outDir: 'build',
  };
  const config = { compilerOptions, exclude: ['node_modules', 'library'] };
  await project.write(`${folder}/tsconfig.json`, JSON.stringify(config));
  return runNode(join(project.path, folder), [compiler, '--project', '.']);
}

test('the types of the runners and their examples compile', async () => {
  for (const runner of ['vitest', 'playwright'] as const) {
    await project.copyExample(runner);
    await project.write(`${runner}/app.ts`, apps[runner]);
  }

  // The runners' own types don't fit all libraries; ours are checked by what must not compile.
  const compiled = await compile('.', 'nodenext', true);

  expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' });
});

test.for(['nodenext', 'browser'] as const)(
  'a strict TypeScript app compiles and runs with the setup %s',
  async (setup) => {
    await project.write('library/app.ts', apps.library);

    expect(await compile('library', setup, false)).toEqual({ code: 0, stdout: '', stderr: '' });

    const ran = await runNode(join(project.path, 'library'), ['build/app.js']);

    expect(ran).toEqual({ code: 0, stdout: 'true 200 true\n503 true\n', stderr: '' });
  },
);

test('the types have the comment of every option', async () => {
  const files = (await readTarball()).files.filter(({ path }) => path.endsWith('.d.ts'));
  const types = files.map(({ path }) => readFileSync(join(root, path), 'utf8')).join('');

  for (const table of [optionTable, verifyOptionTable]) {
    for (const name of Object.keys(table)) {
      expect(types).toContain(`/** ${describeOption(name, table)} */\n  ${name}: OptionEntry<`);
    }
  }
});
