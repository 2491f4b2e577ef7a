import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { noBrowser, openSite, unpackChromium } from '../architecture/open-chromium.js';
import { fileName, guideSnippets, type Snippet } from '../readme/blocks.js';
import { openProject, type Project, runRunner } from './project.js';
import { runPlaywright, runVitest } from './runs.js';

/** Time limit for a run of a runner on a busy machine, in milliseconds. */
const timeout = 120_000;

let project: Project;

beforeAll(async () => {
  project = await openProject(['vitest', '@playwright/test']);
}, timeout);

afterAll(() => project.remove());

const programs = guideSnippets.filter(({ language }) => language === 'ts');
const usesPlaywright = ({ text }: Snippet) => text.includes('animal-store-simulator/playwright');

/** A TypeScript snippet begins with its file name. */
async function writeSnippets(folder: string, snippets: readonly Snippet[]): Promise<void> {
  for (const snippet of snippets) {
    const name = fileName(snippet);
    expect(name, `${snippet.file}:${snippet.line}`).toBeDefined();
    await project.write(`${folder}/${name}`, snippet.text);
  }
}

test('the Vitest tests of docs/ci.md pass', { timeout }, async () => {
  await writeSnippets(
    'vitest',
    programs.filter((snippet) => !usesPlaywright(snippet)),
  );

  const { code, output } = await runVitest(project, 'vitest');

  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests +4 passed \(4\)/);
});

/** Runs the test that sends a wrong request on purpose, after a change of its text. */
async function runFormTest(folder: string, change: (text: string) => string) {
  const shown = programs.find(({ text }) => text.startsWith('// form.test.ts'));
  await project.write(`${folder}/form.test.ts`, change(shown?.text ?? ''));
  const args = ['exec', '--fail-on', 'open,deprecated,violation', '--', process.execPath];
  const [program, vitest] = ['animal-store-simulator/dist/main.js', 'vitest/vitest.mjs'].map(
    (path) => join(project.path, 'node_modules', path),
  ) as [string, string];
  return runRunner(join(project.path, folder), [program, ...args, vitest, 'run', '--no-color']);
}

test('the test that allows a violation does not fail the job', {
  timeout,
}, async () => {
  const { code, output } = await runFormTest('on-purpose', (text) => text);

  expect(code, output).toBe(0);
  expect(output).toContain(
    'Allowed, so no failure: createPet: not what section 4.2 requires (1×).',
  );
});

test('the same test fails the job without allow', { timeout }, async () => {
  const { code, output } = await runFormTest('not-said', (text) =>
    text.replace("allow: ['violation']", ''),
  );

  expect(code, output).toBe(1);
  expect(output).toContain('1 passed');
  expect(output).toContain('requests violated the document (section 4.2).');
});

test('the global setup of docs/ci.md starts 100 pets', {
  timeout,
}, async () => {
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

/** An app that shows when the store is closed. */
const script = `
  const headers = { Authorization: 'Bearer test-key' };
  const { status } = await fetch('http://127.0.0.1:4010/v1/pets', { headers });
  document.querySelector('[role=alert]').textContent = status === 503 ? 'closed' : 'open';
`;

test('the Playwright test of docs/ci.md passes', { timeout }, async ({ skip }) => {
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
  await writeSnippets('playwright', programs.filter(usesPlaywright));
  const chromium = await unpackChromium();
  onTestFinished(() => chromium.remove());

  const { code, output } = await runPlaywright(project, chromium, 'playwright');

  expect(code, output).toBe(0);
  expect(output).toContain('1 passed');
});
