import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Folder, installPacked, openFolder, runNode } from './packed.js';
import { maxDuration, verifyByPackage } from './verify-by-package.js';

vi.setConfig({ testTimeout: maxDuration, hookTimeout: 5 * maxDuration });

let folder: Folder;

beforeAll(async () => {
  folder = await openFolder();
  await installPacked(folder.path, 'jest@30');
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

test('verifies without the optional peers', async () => {
  const { code, stdout } = await verifyByPackage(folder);

  expect(code, stdout).toBe(0);
});

test('names the missing Pact verifier before it verifies the pacts of consumers', async () => {
  const contracts = 'node_modules/animal-store-simulator/contracts';

  const { code, stderr } = await verifyByPackage(folder, '--pact', contracts);

  expect(code).toBe(3);
  expect(stderr).toContain('Run npm install --save-dev @pact-foundation/pact-core@19.');
});

test('names the missing client of the store', async () => {
  const command = 'node_modules/animal-store-simulator/dist/main.cjs';

  const { code, stderr } = await runNode(folder.path, [command, 'start', '--store', 'valkey://a']);

  expect(code).toBe(3);
  expect(stderr).toContain('Run npm install iovalkey@0.4.');
});
