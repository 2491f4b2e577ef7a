import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Environment } from '../../package/packed.js';
import { findStablePort } from '../../support/local-programs.js';
import { noBrowser } from '../../support/open-chromium.js';
import { start } from '../../support/simulator.js';
import { openProject, runPlaywright } from './project.js';

const project = await openProject();
beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));
afterAll(() => project.remove());

const playwright = (folder: string, environment?: Environment) =>
  runPlaywright(project, folder, environment);

/** Writes the tests of a project of Playwright, which has its own options. */
async function writeTests(folder: string, text: string): Promise<void> {
  await project.write(
    folder,
    `import { expect, test } from 'animal-store-simulator/playwright';
    const headers = { Authorization: 'Bearer test-key' };
    const ask = (page, url) => page.evaluate(async ([url, headers]) => {
      const response = await fetch(url, { headers });
      return { status: response.status, pets: await response.json() };
    }, [url, headers]);
    ${text}`,
  );
}

/** Tests, each with the text of its file, the number of files like it, and its options. */
const projects: Readonly<Record<string, readonly [text: string, files: number, use?: object]>> = {
  isolated: [
    `for (let number = 1; number <= 5; number += 1) {
      test('isolates pages of concurrent tests: ' + number, async ({ page, sandbox }) => {
        await sandbox.reset({ fixture: 'empty' });
        const name = 'Pet ' + number;
        await sandbox.pets.add({ name, categoryId: number });
        const { pets } = await ask(page, 'http://127.0.0.1:4010/v1/pets');
        expect(pets).toMatchObject([{ name }]);
        expect(await sandbox.requests()).toHaveLength(1);
      });
    }
    test('leaves requests to other hosts and other sandboxes alone', async ({ page, animalStore, sandbox }) => {
      await page.route('https://other.example/**', (route) => route.fulfill({
        json: 'theirs', headers: { 'Access-Control-Allow-Origin': '*' },
      }));
      expect((await ask(page, 'https://other.example/v1/pets')).pets).toBe('theirs');
      const other = animalStore.sandbox();
      await other.reset({ pets: 1 });
      expect((await ask(page, other.url + '/pets')).pets).toHaveLength(1);
      expect(await sandbox.requests()).toEqual([]);
    });`,
    2,
  ],
  ...Object.fromEntries(
    ['http://localhost:4010/v1', 'https://store.example/api/v1'].map((url, index) => [
      `redirected-${index}`,
      [
        `test('redirects an app to the sandbox', async ({ page, sandbox }) => {
          await sandbox.reset({ pets: 3 });
          const response = page.waitForResponse('${url}/pets?limit=2');
          const { status, pets } = await ask(page, '${url}/pets?limit=2');
          expect([status, (await response).status()]).toEqual([200, 200]);
          expect(pets).toHaveLength(2);
          expect(await sandbox.requests()).toMatchObject([
            { operation: 'listPets', query: 'limit=2', test: test.info().titlePath.join(' > ') },
          ]);
          await sandbox.addRule({ fault: 'reset' });
          await expect(ask(page, '${url}/pets')).rejects.toThrow('Failed to fetch');
        });`,
        1,
        { animalStoreUrl: url },
      ],
    ]),
  ),
  options: [
    `test('has as many pets', async ({ page, animalStore }) => {
      console.log('origin=' + animalStore.origin + ';');
      expect((await ask(page, 'http://127.0.0.1:4010/v1/pets')).pets).toHaveLength(7);
    });`,
    2,
    { animalStoreOptions: { pets: 7 } },
  ],
};

test('isolates and redirects pages, and each worker has a simulator until its end', async () => {
  const entries = Object.entries(projects);
  const config = {
    fullyParallel: true,
    projects: entries.map(([name, [, , use = {}]]) => ({ name, testMatch: `${name}-*`, use })),
  };
  await project.write('all/playwright.config.ts', `export default ${JSON.stringify(config)};`);
  for (const [name, [text, files]] of entries) {
    for (let file = 0; file < files; file += 1) {
      await writeTests(`all/${name}-${file}.spec.ts`, text);
    }
  }

  const { code, output } = await playwright('all');

  expect(code, output).toBe(0);
  expect(output).toContain('16 passed');
  const origins = [...output.matchAll(/origin=(.+?);/g)].map((match) => match[1]);
  expect(origins).toHaveLength(2);
  for (const origin of origins) {
    await expect(fetch(`${origin}/health`)).rejects.toThrow();
  }
});

test('keeps the sandbox of a failing test, and prints the link to its last request', async () => {
  const simulator = await start();
  await project.write('failing/playwright.config.ts', 'export default {};');
  await writeTests(
    'failing/a.spec.ts',
    `test('fails', async ({ page, sandbox, animalStore }) => {
      expect(animalStore.url).toBe(process.env.ANIMAL_STORE_URL);
      await sandbox.addRule({ code: 503 });
      expect((await ask(page, animalStore.url + '/pets')).status).toBe(200);
    });`,
  );

  const { code, output } = await playwright('failing', { ANIMAL_STORE_URL: simulator.url });

  expect(code).toBe(1);
  expect(output).toContain('Received: 503');
  expect(output).toContain(`  ${simulator.origin}/#/traffic/fails-`);
  expect(output).toContain('animal-store requests (text/plain)');
  expect(await simulator.sandboxes()).toMatchObject([
    { name: 'default' },
    { test: expect.stringContaining('fails') },
  ]);
});

test('webServer: what exec started ends with the run, which kills it', async () => {
  const port = await findStablePort();
  const url = `http://127.0.0.1:${port}`;
  const server = `import('node:http').then(({ createServer }) =>
    createServer((_, response) => response.end()).listen(${port}, '127.0.0.1'))`;
  await project.write('served/server.mjs', server);
  const webServer = { command: 'npx --no animal-store exec -- node server.mjs', url };
  await project.write(
    'served/playwright.config.ts',
    `export default ${JSON.stringify({ webServer })};`,
  );
  await writeTests('served/a.spec.ts', "test('runs', () => {});");

  const { code, output } = await playwright('served');

  expect(code, output).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});
