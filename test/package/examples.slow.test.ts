import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, runRunner, writeConfig } from '../integration/runners/project.js';
import { noCurl } from '../support/curl.js';
import { findStablePort } from '../support/local-programs.js';
import { noBrowser } from '../support/open-chromium.js';
import { openFolder, readChromium, readTarball, root, runProgram } from './packed.js';

/** A built checkout, as far as the examples install it. */
const checkout = createProject(await openFolder());
afterAll(() => checkout.remove());

beforeAll(async () => {
  const { path } = await readTarball();
  const unpack = ['-xzf', path, '--strip-components=1'];
  expect(await runProgram(checkout.path, 'tar', unpack)).toMatchObject({ code: 0 });
  await cp(join(root, 'examples'), join(checkout.path, 'examples'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
});

async function npm(example: string, args: readonly string[], environment = {}) {
  const folder = join(checkout.path, 'examples', example);
  const { code, output } = await runRunner(folder, args, environment, 'npm');
  expect(code, output).toBe(0);
  return output;
}

/** Other tests have installed most packages before. */
const install = (example: string) =>
  npm(example, ['install', '--no-audit', '--no-fund'], { npm_config_prefer_offline: 'true' });

/** Runs Playwright's tests of an example, with the Chromium that is here. */
async function testInBrowser(example: string, environment = {}) {
  const chromium = await readChromium();
  const config = await writeConfig(checkout, chromium, `examples/${example}`);
  const own = { PORT: String(await findStablePort()), ...chromium.environment, ...environment };
  return npm(example, ['test', '--', `--config=${config}`, '--workers=2'], own);
}

test('the example curl installs and passes', async ({ skip }) => {
  skip(noCurl !== undefined, noCurl);
  await install('curl');

  expect((await npm('curl', ['test'])).match(/^passed: /gm)).toHaveLength(4);
});

test('the example vitest installs and passes', async () => {
  await install('vitest');

  expect(await npm('vitest', ['test'])).toMatch(/Tests +6 passed/);
});

test('the example playwright installs and passes', async ({ skip }) => {
  skip(noBrowser !== undefined, noBrowser);
  await install('playwright');

  expect(await testInBrowser('playwright')).toContain('6 passed');
});

test('the example react-offline installs, compiles, and passes with and without a server', async ({
  skip,
}) => {
  skip(noBrowser !== undefined, noBrowser);
  await install('react-offline');

  await npm('react-offline', ['exec', 'tsc']);
  expect(await testInBrowser('react-offline')).toContain('7 passed');
  expect(await testInBrowser('react-offline', { VITE_STORE: 'msw' })).toContain('6 passed');
});
