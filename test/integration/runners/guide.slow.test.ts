import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { documentPaths } from '../../../scripts/doc-tables.js';
import { readChromium } from '../../package/packed.js';
import { fileName, type Snippet, snippetsIn } from '../../package/readme/blocks.js';
import { noBrowser, openSite } from '../../support/open-chromium.js';
import { openProject, type Project } from './project.js';
import { runPlaywright, runVitest } from './runs.js';

/** A run of a runner, on a busy machine, in milliseconds. */
const maxDuration = 300_000;

let project: Project;

beforeAll(async () => {
  project = await openProject();
}, maxDuration);

afterAll(() => project.remove());

const named = (pattern: RegExp) =>
  snippetsIn('ts').filter((snippet) => pattern.test(fileName(snippet) ?? ''));
const ofDocument = (path: string, pattern: RegExp) =>
  named(pattern).filter(({ file }) => file === path);
const ofVitest = named(/\.test\.ts$|^vitest\.config\.ts$/);
const ofPlaywright = named(/\.spec\.ts$/);

const folderOf = (runner: string, path: string) => `${runner}-${path.replace(/\W/g, '-')}`;

/** Writes the snippets of a document, each to the file that it names. */
async function writeSnippets(folder: string, snippets: readonly Snippet[]): Promise<void> {
  for (const snippet of snippets) {
    await project.write(`${folder}/${fileName(snippet)}`, snippet.text);
  }
}

const documentsOf = (snippets: readonly Snippet[]) =>
  documentPaths.filter((path) => snippets.some(({ file }) => file === path));

test.each(documentsOf(ofVitest))(
  'the Vitest tests of %s pass',
  { timeout: maxDuration },
  async (path) => {
    const snippets = ofVitest.filter(({ file }) => file === path);
    await writeSnippets(folderOf('vitest', path), snippets);

    const { code, output } = await runVitest(project, folderOf('vitest', path));

    expect(code, output).toBe(0);
    const tests = snippets.filter((snippet) => fileName(snippet)?.endsWith('.test.ts')).length;
    expect(output).toMatch(new RegExp(`Tests +${tests} passed`));
  },
);

test('the global setup with options seeds 100 pets', { timeout: maxDuration }, async () => {
  await writeSnippets('own-setup', ofDocument('docs/ci.md', /^animal-store\.ts$/));
  const config = { test: { globalSetup: './animal-store.ts' } };
  await project.write('own-setup/vitest.config.ts', `export default ${JSON.stringify(config)}`);
  await project.write(
    'own-setup/pets.test.ts',
    `import { expect, test } from 'animal-store-simulator/vitest';
    test('100', async ({ sandbox }) => expect(await sandbox.pets.list()).toHaveLength(100));`,
  );

  const { code, output } = await runVitest(project, 'own-setup');

  expect(code, output).toBe(0);
});

test('the global setup of docs/contracts.md records a contract', {
  timeout: maxDuration,
}, async () => {
  await writeSnippets('setup', ofDocument('docs/contracts.md', /^animal-store\.ts$/));
  const config = { test: { globalSetup: './animal-store.ts' } };
  await project.write('setup/vitest.config.ts', `export default ${JSON.stringify(config)}`);
  await project.write(
    'setup/pets.test.ts',
    `import { test } from 'animal-store-simulator/vitest';
    test('lists pets', async ({ sandbox }) => {
      await fetch(sandbox.url + '/pets', { headers: { Authorization: 'Bearer ' + sandbox.apiKey } });
    });`,
  );

  const { code, output } = await runVitest(project, 'setup');

  expect(code, output).toBe(0);
  const text = await readFile(join(project.path, 'setup/contracts/shop.json'), 'utf8');
  expect(text).toContain('a page without limit has at most 20 pets');
  expect(text).not.toContain('categoryId');
});

/** An app that shows whether the store is closed. */
const script = `
  const headers = { Authorization: 'Bearer test-key' };
  const { status } = await fetch('http://127.0.0.1:4010/v1/pets', { headers });
  document.querySelector('[role=alert]').textContent = status === 503 ? 'closed' : 'open';
`;

test.for(documentsOf(ofPlaywright))(
  'the Playwright test of %s passes',
  { timeout: maxDuration },
  async (path, { skip }) => {
    skip(noBrowser !== undefined, noBrowser);
    const app = await openSite(
      script,
      '<script type="module" src="/script.js"></script><p role="alert"></p>',
    );
    onTestFinished(() => app.close());
    const folder = folderOf('playwright', path);
    const config = { testMatch: '*.spec.ts', use: { baseURL: app.origin } };
    await project.write(
      `${folder}/playwright.config.ts`,
      `export default ${JSON.stringify(config)}`,
    );
    await writeSnippets(
      folder,
      ofPlaywright.filter(({ file }) => file === path),
    );
    const chromium = await readChromium();

    const { code, output } = await runPlaywright(project, chromium, folder);

    expect(code, output).toBe(0);
    expect(output).toContain('1 passed');
  },
);
