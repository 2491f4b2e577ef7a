import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import express from 'express';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { launchChromium, noBrowser } from '../support/open-chromium.js';
import { openWith, readChromium, runNode } from './packed.js';
import { fileName, snippetsIn } from './readme/blocks.js';

const packages = ['storybook@10', '@storybook/html-vite@10', 'msw-storybook-addon@3', 'msw@2'];
const folder = await openWith(...packages, 'vite@8');
afterAll(() => folder.remove());

const [stories] = snippetsIn('ts').filter((one) => fileName(one) === 'PetList.stories.ts');

/** Adds a pet, and shows how many there are. */
const preview = `
import { mswLoader } from 'msw-storybook-addon/csf3';

const url = 'https://api.example.com/v1/pets';
const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };

async function show(list) {
  await fetch(url, { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });
  const response = await fetch(url, { headers });
  list.textContent = response.ok ? (await response.json()).length + ' pets' : response.status;
}

export default {
  loaders: [mswLoader()],
  render: () => {
    const list = document.createElement('output');
    show(list);
    return list;
  },
};
`;
const main = `export default {
  framework: '@storybook/html-vite',
  stories: ['../*.stories.ts'],
  addons: ['msw-storybook-addon'],
  staticDirs: ['../public'],
  core: { disableTelemetry: true },
};`;

test('a story of the guide starts anew each time it is shown', async ({ skip }) => {
  skip(noBrowser !== undefined, noBrowser);
  await mkdir(join(folder.path, '.storybook'));
  await writeFile(join(folder.path, 'PetList.stories.ts'), `${stories?.text}`);
  await writeFile(join(folder.path, '.storybook/preview.js'), preview);
  await writeFile(join(folder.path, '.storybook/main.mjs'), main);
  await runNode(folder.path, ['node_modules/msw/cli/index.js', 'init', 'public', '--save']);
  const binary = 'node_modules/storybook/dist/bin/dispatcher.js';
  const built = await runNode(folder.path, [binary, 'build', '-o', 'built']);
  expect(built.code, built.stdout + built.stderr).toBe(0);
  const site = express().use(express.static(join(folder.path, 'built')));
  const server = site.listen(0, '127.0.0.1');
  const browser = await launchChromium(await readChromium());
  onTestFinished(async () => {
    await browser.close();
    server.close();
  });

  const page = await browser.newPage();
  const { port } = server.address() as { port: number };
  await page.goto(`http://localhost:${port}/?path=/story/petlist--empty`);
  const output = page.frameLocator('#storybook-preview-iframe').locator('output');
  await output.filter({ hasText: '1 pets' }).waitFor();
  await page.locator('#petlist--failing').click();
  await output.filter({ hasText: '503' }).waitFor();
  await page.locator('#petlist--empty').click();

  await output.filter({ hasText: '1 pets' }).waitFor();
});
