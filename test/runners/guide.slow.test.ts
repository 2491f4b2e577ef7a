import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { noBrowser, openSite, unpackChromium } from '../architecture/open-chromium.js';
import { fileName, guideSnippets, type Snippet } from '../readme/blocks.js';
import { openProject, type Project, runRunner } from './project.js';
import { runPlaywright, runVitest } from './runs.js';

let project: Project;

beforeAll(async () => {
  project = await openProject(['vitest', '@playwright/test']);
});

afterAll(() => project.remove());

const programs = guideSnippets.filter(({ language }) => language === 'ts');
const isOfPlaywright = ({ text }: Snippet) => text.includes('animal-store-simulator/playwright');

/** A snippet of TypeScript begins with the name of its file. */
async function writeSnippets(folder: string, snippets: readonly Snippet[]): Promise<void> {
  for (const snippet of snippets) {
    const name = fileName(snippet);
    expect(name, `${snippet.file}:${snippet.line}`).toBeDefined();
    await project.write(`${folder}/${name}`, snippet.text);
  }
}

test('the tests for Vitest that docs/ci.md shows pass', async () => {
  await writeSnippets(
    'vitest',
    programs.filter((snippet) => !isOfPlaywright(snippet)),
  );

  const { code, output } = await runVitest(project, 'vitest');

  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests +4 passed \(4\)/);
});

/** Runs the test that is wrong on purpose as a job does, after a change of its text. */
async function runOnPurpose(folder: string, change: (text: string) => string) {
  const shown = programs.find(({ text }) => text.startsWith('// form.test.ts'));
  await project.write(`${folder}/form.test.ts`, change(shown?.text ?? ''));
  const args = ['exec', '--fail-on', 'open,deprecated,violation', '--', process.execPath];
  const [program, vitest] = ['animal-store-simulator/dist/main.js', 'vitest/vitest.mjs'].map(
    (path) => join(project.path, 'node_modules', path),
  ) as [string, string];
  return runRunner(join(project.path, folder), [program, ...args, vitest, 'run', '--no-color']);
}

test('the test that it shows to be wrong on purpose does not fail the job', async () => {
  const { code, output } = await runOnPurpose('on-purpose', (text) => text);

  expect(code, output).toBe(0);
  expect(output).toContain(
    'Allowed, so no failure: createPet: not what section 4.2 requires (1×).',
  );
});

test('the same test fails the job when it does not say so', async () => {
  const { code, output } = await runOnPurpose('not-said', (text) =>
    text.replace("allow: ['violation']", ''),
  );

  expect(code, output).toBe(1);
  expect(output).toContain('1 passed');
  expect(output).toContain('requests were not what the document asks for (section 4.2).');
});

test('the global setup of one’s own that it shows starts 100 pets', async () => {
  await writeSnippets(
    'own-setup',
    programs.filter(({ text }) => text.startsWith('// animal-store.ts')),
  );
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

/** An app that says when the store is closed. */
const script = `
  const headers = { Authorization: 'Bearer test-key' };
  const { status } = await fetch('http://127.0.0.1:4010/v1/pets', { headers });
  document.querySelector('[role=alert]').textContent = status === 503 ? 'closed' : 'open';
`;

test('the test for Playwright that docs/ci.md shows passes', async ({ skip }) => {
  skip(noBrowser !== undefined, noBrowser);
  const app = await openSite(
    script,
    '<script type="module" src="/script.js"></script><p role="alert"></p>',
  );
  onTestFinished(() => app.close());
  const config = { testMatch: '*.spec.ts', use: { baseURL: app.origin } };
  await project.write(
    'playwright/playwright.config.ts',
    `export default ${JSON.stringify(config)}`,
  );
  await writeSnippets('playwright', programs.filter(isOfPlaywright));
  const chromium = await unpackChromium();
  onTestFinished(() => chromium.remove());

  const { code, output } = await runPlaywright(project, chromium, 'playwright');

  expect(code, output).toBe(0);
  expect(output).toContain('1 passed');
});
