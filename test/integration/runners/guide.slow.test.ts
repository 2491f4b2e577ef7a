import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { documentPaths } from '../../../scripts/doc-tables.js';
import { fileName, type Snippet, snippetsIn } from '../../package/readme/blocks.js';
import { noBrowser, openSite } from '../../support/open-chromium.js';
import { openProject, runPlaywright, runVitest } from './project.js';

const project = await openProject();
afterAll(() => project.remove());

const vitestFiles = /\.test\.ts$|^vitest\.config\.ts$/;
const playwrightFiles = /\.spec\.ts$/;

/** The snippets of a document for files of a kind. */
const ofDocument = (path: string, pattern: RegExp) =>
  snippetsIn('ts').filter(
    (snippet) => snippet.file === path && pattern.test(fileName(snippet) ?? ''),
  );
const documentsWith = (pattern: RegExp) =>
  documentPaths.filter((path) => ofDocument(path, pattern).length > 0);

const folderOf = (runner: string, path: string) => `${runner}-${path.replace(/\W/g, '-')}`;

/** Writes the snippets of a document, each to the file that it names. */
async function writeSnippets(folder: string, snippets: readonly Snippet[]): Promise<void> {
  for (const snippet of snippets) {
    await project.write(`${folder}/${fileName(snippet)}`, snippet.text);
  }
}

test.each(documentsWith(vitestFiles))('the Vitest tests of %s pass', async (path) => {
  const snippets = ofDocument(path, vitestFiles);
  await writeSnippets(folderOf('vitest', path), snippets);

  const { code, output } = await runVitest(project, folderOf('vitest', path));

  expect(code, output).toBe(0);
  const tests = snippets.filter((snippet) => fileName(snippet)?.endsWith('.test.ts')).length;
  expect(output).toMatch(new RegExp(`Tests +${tests} passed`));
});

const setups: Readonly<Record<string, string>> = {
  'docs/ci.md': 'expect(await sandbox.pets.list()).toHaveLength(100);',
  'docs/contracts.md': `
    await fetch(sandbox.url + '/pets', { headers: { Authorization: 'Bearer ' + sandbox.apiKey } });`,
};

test.each(Object.entries(setups))(
  'a test passes with the global setup of %s',
  async (path, body) => {
    const folder = folderOf('setup', path);
    await writeSnippets(folder, ofDocument(path, /^animal-store\.ts$/));
    const config = { test: { globalSetup: './animal-store.ts' } };
    await project.write(`${folder}/vitest.config.ts`, `export default ${JSON.stringify(config)}`);
    await project.write(
      `${folder}/pets.test.ts`,
      `import { expect, test } from 'animal-store-simulator/vitest';
    test('uses pets', async ({ sandbox }) => {${body}});`,
    );

    const { code, output } = await runVitest(project, folder);

    expect(code, output).toBe(0);
    const contract = join(project.path, folder, 'contracts/shop.json');
    if (path === 'docs/contracts.md') {
      const text = await readFile(contract, 'utf8');
      expect(text).toContain('a page without limit has at most 20 pets');
      expect(text).not.toContain('categoryId');
    }
  },
);

/** An app that shows whether the store is closed. */
const script = `
  const headers = { Authorization: 'Bearer test-key' };
  const { status } = await fetch('http://127.0.0.1:4010/v1/pets', { headers });
  document.querySelector('[role=alert]').textContent = status === 503 ? 'closed' : 'open';
`;

test.for(documentsWith(playwrightFiles))(
  'the Playwright test of %s passes',
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
    await writeSnippets(folder, ofDocument(path, playwrightFiles));

    const { code, output } = await runPlaywright(project, folder);

    expect(code, output).toBe(0);
    expect(output).toContain('1 passed');
  },
);
