import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProject, type Project, runRunner } from './project.js';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

let project: Project;

beforeAll(async () => {
  project = await openProject();
  await project.copyExample('vitest');
  await project.copyExample('playwright');
});

afterAll(() => project.remove());

async function compile(folder: string, moduleResolution: 'nodenext' | 'bundler') {
  const module = moduleResolution === 'bundler' ? 'esnext' : 'nodenext';
  const compilerOptions = {
    module,
    moduleResolution,
    target: 'es2022',
    lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // The runners' own types don't fit all libraries; ours are checked by what must not compile.
    skipLibCheck: true,
    types: ['node'],
  };
  await project.write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions }));
  return runRunner(join(project.path, folder), [compiler, '--project', '.']);
}

/** Each also has lines that must not compile: without types, everything would. */
const apps = {
  vitest: `
    import {
      expect, test, type SandboxOptions, type SimulatorOptions,
    } from 'animal-store-simulator/vitest';
    import globalSetup, { globalSetup as withOptions } from 'animal-store-simulator/vitest/global-setup';

    const strict = test.extend<{ sandboxOptions: SandboxOptions }>({
      sandboxOptions: { profile: 'strict', allow: ['violation'], choose: { 'list-order': 'shuffled' } },
    });
    // @ts-expect-error
    test.extend<{ sandboxOptions: SandboxOptions }>({ sandboxOptions: { profile: 'strickt' } });
    // @ts-expect-error
    test.extend<{ sandboxOptions: SandboxOptions }>({ sandboxOptions: { profil: 'strict' } });
    // @ts-expect-error
    test.extend<{ sandboxOptions: SandboxOptions }>({ sandboxOptions: { allow: ['violations'] } });
    // @ts-expect-error
    test.extend<{ sandboxOptions: SandboxOptions }>({ sandboxOptions: { choose: { 'list-ordr': 'x' } } });
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
      const url: string = sandbox.url;
      const name: string | undefined = (await sandbox.pets.list())[0]?.name;
      // @ts-expect-error
      await sandbox.addRule({ operation: 'listPet', code: 503 });
      // @ts-expect-error
      sandbox.unknown;
      expect(url + name).toContain(animalStore.origin);
    });
    export const setups = [globalSetup, withOptions({ seed: 7 })];
    // @ts-expect-error
    withOptions({ sed: 7 });
  `,
  playwright: `
    import { defineConfig, type Page } from '@playwright/test';
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
    test('typed', async ({ page, sandbox, animalStore, browser }) => {
      const own: Page = page;
      await own.goto('/');
      await routeToSandbox(await browser.newContext(), sandbox, [animalStore.url]);
      // @ts-expect-error
      await sandbox.addRule({ operation: 'listPet', code: 503 });
      expect(await sandbox.requests({ wait: 1 })).toMatchObject([{ status: 200 }]);
    });
  `,
} as const;

for (const moduleResolution of ['nodenext', 'bundler'] as const) {
  for (const runner of ['vitest', 'playwright'] as const) {
    test(`the types of ${runner} and its example compile with ${moduleResolution}`, async () => {
      await project.write(`${runner}/app.ts`, apps[runner]);

      const { code, output } = await compile(runner, moduleResolution);

      expect(output).toBe('');
      expect(code).toBe(0);
    });
  }
}
