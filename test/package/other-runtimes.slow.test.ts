import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Folder, openWith, runNode, runProgram } from './packed.js';

/** Installing takes a while on a busy machine, in milliseconds. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const bun = '@oven/bun-linux-x64';
const deno = '@deno/linux-x64-glibc';
const hasBinaries = process.platform === 'linux' && process.arch === 'x64';

let folder: Folder;

beforeAll(async () => {
  folder = await openWith('jest@30', ...(hasBinaries ? [bun, deno] : []));
});

afterAll(() => folder.remove());

const jestTest = `
const { createSimulator } = require('animal-store-simulator/browser');

test('shows an error when the list fails', async () => {
  const simulator = createSimulator();
  await simulator.sandbox('default').addRule({ operation: 'listPets', code: 503, times: 1 });
  const headers = { Authorization: 'Bearer test-key' };
  const list = () => simulator.fetch('http://localhost/v1/pets', { headers });

  expect((await list()).status).toBe(503);
  expect(await (await list()).json()).toHaveLength(20);
});
`;

test('Jest loads the simulator', async () => {
  await writeFile(join(folder.path, 'shop.test.cjs'), jestTest);
  await writeFile(join(folder.path, 'jest.config.json'), '{"testMatch":["**/*.test.cjs"]}');

  const outcome = await runNode(folder.path, ['node_modules/jest/bin/jest.js']);

  expect(outcome.code, outcome.stderr).toBe(0);
  expect(outcome.stderr).toContain('1 passed');
});

const program = `
import { startSimulator } from 'animal-store-simulator';
const simulator = await startSimulator();
const headers = { Authorization: 'Bearer ' + simulator.apiKey };
const response = await fetch(simulator.url + '/pets?limit=3', { headers });
console.log((await response.json()).length);
await simulator.close();
`;

test.skipIf(!hasBinaries).for([
  { name: 'Bun', command: `${bun}/bin/bun`, args: ['run'] },
  { name: 'Deno', command: `${deno}/deno`, args: ['run', '--allow-all'] },
])('$name starts, requests and closes', async ({ command, args }) => {
  await writeFile(join(folder.path, 'program.mjs'), program);
  const file = join(folder.path, 'node_modules', command);

  const outcome = await runProgram(folder.path, file, [...args, 'program.mjs']);

  expect(outcome).toEqual({ code: 0, stdout: '3\n', stderr: '' });
});
