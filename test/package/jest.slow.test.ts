import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWith, runNode } from './packed.js';

const folder = await openWith('jest@30');
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
