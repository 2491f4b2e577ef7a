import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWith, runNode, runProgram } from './packed.js';
import { fileName, snippetsIn } from './readme/blocks.js';

const tools = [
  'jest@30',
  'jest-fixed-jsdom@0.0.11',
  'happy-dom@20',
  'jsdom@26',
  'vitest@4',
  'msw@2',
  'turbo@2',
];
const folder = await openWith(...tools);
afterAll(() => folder.remove());

const write = (name: string, text: string) => writeFile(join(folder.path, name), text);
const main = 'node_modules/animal-store-simulator/dist/main.cjs';
const exec = (...args: readonly string[]) =>
  runProgram(folder.path, process.execPath, [main, 'exec', '--', ...args], undefined, {
    TURBO_TELEMETRY_DISABLED: '1',
  });

/** Writes the block of docs/ci.md that names a file. */
async function writeBlock(language: string, name: string): Promise<void> {
  const block = snippetsIn(language).find((snippet) => fileName(snippet) === name);
  await write(name, block?.text ?? '');
}

const offline = `
const { createSimulator } = require('animal-store-simulator/browser');

test('fails once', async () => {
  const { fetch, sandbox } = createSimulator();
  await sandbox('default').addRule({ code: 503, times: 1 });
  const list = () => fetch('/v1/pets', { headers: { Authorization: 'Bearer test-key' } });
  expect([(await list()).status, (await list()).status]).toEqual([503, 200]);
});
`;

test.for(['node', 'jest-fixed-jsdom'])(
  'Jest runs with and without a server in %s',
  async (testEnvironment) => {
    await writeBlock('js', 'shop.test.cjs');
    await write('offline.test.cjs', offline);
    await write(
      'jest.config.json',
      JSON.stringify({ testEnvironment, testMatch: ['**/*.test.cjs'] }),
    );

    const { code, stderr } = await exec('node', 'node_modules/jest/bin/jest.js');

    expect(code, stderr).toBe(0);
    expect(stderr).toContain('2 passed');
  },
);

test('Jest with jsdom says what it needs', async () => {
  const load = "require('animal-store-simulator/browser').createSimulator";
  const config = JSON.stringify({ testEnvironment: 'jsdom', testMatch: ['**/jsdom.cjs'] });
  await write('jsdom.cjs', `test('is told', () => { ${load}(); });`);

  const jest = ['node_modules/jest/bin/jest.js', '--config', config];
  const { stderr } = await runNode(folder.path, jest);

  expect(stderr).toContain('use the environment jest-fixed-jsdom');
});

test('node:test runs with a server', async () => {
  await writeBlock('js', 'shop.test.mjs');

  const { code, stdout } = await runNode(folder.path, ['--test', 'shop.test.mjs']);

  expect(code, stdout).toBe(0);
});

const dom = `
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { createSimulator } from 'animal-store-simulator';
import { createSimulator as createForBrowsers } from 'animal-store-simulator/browser';
import { handlers } from 'animal-store-simulator/msw';

test.for([createSimulator, createForBrowsers])('answers', async (create) => {
  const simulator = create();
  const server = setupServer(...handlers(simulator, { baseUrl: 'https://store.example/v1' }));
  server.listen();
  const headers = { Authorization: 'Bearer test-key', Prefer: 'code=503' };
  expect((await simulator.fetch('/v1/pets', { headers })).status).toBe(503);
  expect((await fetch('https://store.example/v1/pets', { headers })).status).toBe(503);
  server.close();
});
`;

test.for(['happy-dom', 'jsdom'])('Vitest and MSW run with %s', async (environment) => {
  await write('dom.test.mjs', dom);

  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    'dom.test.mjs',
    '--environment',
    environment,
  ];
  const { code, stdout, stderr } = await runNode(folder.path, vitest);

  expect(code, stdout + stderr).toBe(0);
});

test('Turborepo runs with the settings of docs/ci.md', async () => {
  const scripts = { test: `node -e "fetch(process.env.ANIMAL_STORE_URL)"` };
  await write('package.json', JSON.stringify({ name: 'a', scripts, packageManager: 'npm@11.0.0' }));
  await writeBlock('jsonc', 'turbo.json');

  const { stderr } = await exec('node', 'node_modules/turbo/bin/turbo', 'run', 'test');

  expect(stderr).toContain('Summary of 1 exchange');
});
