import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../../src/index.js';
import { noBrowser, type UnpackedChromium, unpackChromium } from '../../support/open-chromium.js';
import { type Environment, openProject, type Project } from './project.js';
import { runPlaywright } from './runs.js';

let project: Project;
let chromium: UnpackedChromium;

beforeAll(async () => {
  if (noBrowser === undefined) {
    project = await openProject();
    chromium = await unpackChromium();
  }
});

beforeEach(({ skip }) => skip(noBrowser !== undefined, noBrowser));

afterAll(async () => {
  await chromium?.remove();
  await project?.remove();
});

const playwright = (folder: string, environment?: Environment) =>
  runPlaywright(project, chromium, folder, environment);

/** Writes `a.spec.ts` and `b.spec.ts`, alike. */
async function writeTests(folder: string, text: string, use: object = {}): Promise<void> {
  const config = { testMatch: '*.spec.ts', fullyParallel: true, use };
  await project.write(
    `${folder}/playwright.config.ts`,
    `export default ${JSON.stringify(config)};`,
  );
  for (const name of ['a', 'b']) {
    await project.write(
      `${folder}/${name}.spec.ts`,
      `import { expect, routeToSandbox, test } from 'animal-store-simulator/playwright';
      const headers = { Authorization: 'Bearer test-key' };
      const ask = (page, url) => page.evaluate(async ([url, headers]) => {
        const response = await fetch(url, { headers });
        return { status: response.status, pets: await response.json() };
      }, [url, headers]);
      ${text}`,
    );
  }
}

test('isolates pages of concurrent tests', async () => {
  await writeTests(
    'parallel',
    `for (let number = 1; number <= 5; number += 1) {
      test('test ' + number, async ({ page, sandbox }) => {
        await sandbox.reset({ fixture: 'empty' });
        const name = 'Pet ' + number;
        await sandbox.pets.add({ name, categoryId: number });
        const { pets } = await ask(page, 'http://127.0.0.1:4010/v1/pets');
        expect(pets).toMatchObject([{ name }]);
        expect(await sandbox.requests()).toHaveLength(1);
      });
    }`,
  );

  const { code, output } = await playwright('parallel');

  expect(code, output).toBe(0);
  expect(output).toContain('10 passed');
});

test.for(['http://localhost:4010/v1', 'https://store.example/api/v1'])(
  'redirects an app that calls %s to the sandbox',
  async (url) => {
    const folder = `url-${url.replaceAll(/\W/g, '-')}`;
    await writeTests(
      folder,
      `test('is redirected', async ({ page, sandbox }) => {
      await sandbox.reset({ pets: 3 });
      const { status, pets } = await ask(page, '${url}/pets?limit=2');
      expect(status).toBe(200);
      expect(pets).toHaveLength(2);
      expect(await sandbox.requests()).toMatchObject([
        { operation: 'listPets', query: 'limit=2', test: test.info().titlePath.join(' > ') },
      ]);
      await sandbox.addRule({ fault: 'reset' });
      await expect(ask(page, '${url}/pets')).rejects.toThrow('Failed to fetch');
    });`,
      { animalStoreUrl: url },
    );

    const { code, output } = await playwright(folder);

    expect(code, output).toBe(0);
  },
);

test('leaves requests to other hosts and other sandboxes alone', async () => {
  await writeTests(
    'others',
    `test('is left alone', async ({ page, animalStore, sandbox }) => {
      await page.route('https://other.example/**', (route) => route.fulfill({
        json: 'theirs', headers: { 'Access-Control-Allow-Origin': '*' },
      }));
      expect((await ask(page, 'https://other.example/v1/pets')).pets).toBe('theirs');
      const other = animalStore.sandbox();
      await other.reset({ pets: 1 });
      expect((await ask(page, other.url + '/pets')).pets).toHaveLength(1);
      expect(await sandbox.requests()).toEqual([]);
    });`,
  );

  const { code, output } = await playwright('others');

  expect(code, output).toBe(0);
});

test('drops the sandbox of a failing test', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  await writeTests(
    'failing',
    `test('fails', async ({ page, sandbox, animalStore }) => {
      expect(animalStore.url).toBe(process.env.ANIMAL_STORE_URL);
      await sandbox.addRule({ code: 503 });
      expect((await ask(page, animalStore.url + '/pets')).status).toBe(200);
    });`,
  );

  const { code, output } = await playwright('failing', { ANIMAL_STORE_URL: simulator.url });

  expect(code).toBe(1);
  expect(output).toContain('Received: 503');
  expect((await simulator.sandboxes()).map(({ name }) => name)).toEqual(['default']);
});

test('starts the simulator of a worker with animalStoreOptions and closes it at the end', async () => {
  await writeTests(
    'options',
    `test('has as many pets', async ({ page, animalStore }) => {
      console.log('origin=' + animalStore.origin + ';');
      expect((await ask(page, 'http://127.0.0.1:4010/v1/pets')).pets).toHaveLength(7);
    });`,
    { animalStoreOptions: { pets: 7 } },
  );

  const { code, output } = await playwright('options');

  expect(code, output).toBe(0);
  const origins = [...output.matchAll(/origin=(.+?);/g)].map((match) => match[1]);
  expect(origins).toHaveLength(2);
  for (const origin of origins) {
    await expect(fetch(`${origin}/health`)).rejects.toThrow();
  }
});
