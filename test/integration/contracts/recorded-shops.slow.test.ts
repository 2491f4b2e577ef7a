import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../package/packed.js';
import { noCurl } from '../../support/curl.js';
import { noBrowser } from '../../support/open-chromium.js';
import { openProject, preparePlaywright, runRunner } from '../runners/project.js';

const project = await openProject();
afterAll(() => project.remove());

/** The contract of an example, in the repository or in another folder. */
const contractOf = (shop: string, folder = join(root, 'examples')) =>
  join(folder, shop, 'contracts', `${shop}-shop.json`);

/**
 * Runs what `npm run contract` of an example runs, in its copy and without its contract, with a command in place of
 * its own, and compares what it records.
 */
async function expectRecorded(
  shop: string,
  command: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<void> {
  const recorded = contractOf(shop, project.path);
  await rm(recorded, { force: true });
  const { scripts } = JSON.parse(
    await readFile(join(root, `examples/${shop}/package.json`), 'utf8'),
  );
  const [, ...words] = scripts.contract.split(' -- ')[0].split(' ');
  const program = join(project.path, 'node_modules/animal-store-simulator/dist/main.cjs');
  // Browsers on a busy machine: a test that is too slow would show a need that it hasn't.
  const args = [program, ...words, '--parallel', '2', '--', ...command];
  const { code, output } = await runRunner(join(project.path, shop), args, environment);
  expect(code, output).toBe(0);
  const committed = contractOf(shop);
  if (process.env.UPDATE_CONTRACTS) {
    await mkdir(dirname(committed), { recursive: true });
    await copyFile(recorded, committed);
  }
  expect(await readFile(recorded, 'utf8')).toBe(await readFile(committed, 'utf8'));
}

test('the Vitest shop records the contract that is committed, in shuffled order with 3 workers', async () => {
  await project.copyExample('vitest');
  const program = join(project.path, 'node_modules/vitest/vitest.mjs');
  const order = ['--maxWorkers=3', '--sequence.shuffle', '--sequence.seed=3'];
  // A test that is too slow would show a need that it hasn't.
  const args = ['run', ...order, '--testTimeout=60000'];

  await expectRecorded('vitest', [process.execPath, program, ...args]);
});

test('the Playwright shop records the contract that is committed, with 3 workers', async ({
  skip,
}) => {
  skip(noBrowser !== undefined, noBrowser);
  await project.copyExample('playwright');
  const { args, environment } = await preparePlaywright(project, 'playwright');

  await expectRecorded('playwright', [process.execPath, ...args, '--workers=3'], environment);
});

test('the curl shop records the contract that is committed', async ({ skip }) => {
  skip(noCurl !== undefined, noCurl);
  await project.copyExample('curl');

  await expectRecorded('curl', ['sh', 'test.sh']);
});
