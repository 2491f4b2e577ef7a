import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';
import { commandsOf, guideSnippets, readme, type Snippet, textOf } from './blocks.js';
import { shellWords } from './curl.js';
import { type CurlStory, curlsOf, tellCurls } from './curl-story.js';

const ofLanguage = (name: string) => guideSnippets.filter(({ language }) => language === name);

/** How the package comes to CI while it's on no registry: in a repository, which isn't here. */
const committing = ofLanguage('sh').find(({ text }) => text.includes('npm pack')) as Snippet;

test('the README leads to the page for CI', () => {
  expect(readme).toContain('](docs/ci.md)');
});

test('every command of the page is run here, or takes an engine or a repository that is not', () => {
  const others = ofLanguage('sh')
    .filter((snippet) => snippet !== committing)
    .flatMap(commandsOf)
    .filter((command) => !/^(?:curl|docker|npx animal-store) /.test(command));

  expect(others).toEqual([]);
});

test('the tarball that is to be committed has the name that npm pack gives it', () => {
  const { name, version } = JSON.parse(textOf('package.json'));

  const named = commandsOf(committing)
    .join('\n')
    .match(/\S+\.tgz/g);

  expect(named).toEqual([`./vendor/${name}-${version}.tgz`]);
});

describe('curl', () => {
  let story: CurlStory;

  beforeAll(async () => {
    story = await tellCurls(guideSnippets);
  });
  afterAll(() => story.simulator.close());

  const shown = curlsOf(guideSnippets).filter(({ output }) => output);

  test.each(shown)('$file:$line', (snippet) => {
    const actual = JSON.parse(story.answers.get(snippet) ?? '');

    expect(actual).toMatchObject(JSON.parse(snippet.output?.text ?? ''));
  });

  const quiet = curlsOf(guideSnippets).filter(({ output }) => !output);

  test.each(quiet)('$file:$line is answered', (snippet) => {
    expect(story.statuses.get(snippet)).toBeOneOf([200, 204]);
  });
});

test('what the commands print is what the page shows', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const environment = { ANIMAL_STORE_URL: simulator.url };
  const snippets = ofLanguage('sh').filter(({ text }) => text.startsWith('npx animal-store'));

  for (const snippet of snippets) {
    let printed = '';
    for (const command of commandsOf(snippet)) {
      const { code, stdout, stderr } = await run(shellWords(command).slice(2), { environment })
        .finished;
      expect(code, stderr).toBe(0);
      printed = stdout;
    }
    expect(printed.trim()).toBe(snippet.output?.text.trim());
  }
  expect(snippets.length).toBeGreaterThan(0);
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Record<string, unknown>[] }>>;
}

test.each(ofLanguage('yaml'))('the workflow of $file:$line has jobs of steps', ({ text }) => {
  const { jobs } = parse(text, { strict: true, uniqueKeys: true }) as Workflow;

  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((step) => !('uses' in step) && !('run' in step))).toEqual([]);
});

/** What the jobs do with the package, as commands without npx. */
const commands = ofLanguage('yaml')
  .flatMap(({ text }) => Object.values((parse(text) as Workflow).jobs))
  .flatMap(({ steps }) => steps.map(({ run: command }) => String(command)))
  .filter((command) => command.startsWith('npx animal-store '));

const client = `
  const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const response = await fetch(url + '/pets', { headers: { Authorization: 'Bearer ' + key } });
  process.exitCode = response.ok ? 0 : 1;
`;

test('the jobs run exec and matrix', () => {
  expect(commands.map((command) => command.split(' ')[2])).toEqual(['exec', 'matrix']);
});

test.each(commands)('%s passes where the tests rely on promises alone', async (command) => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const manifest = { private: true, scripts: { test: 'node client.mjs' } };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'client.mjs'), client);

  const { code, stderr } = await run(shellWords(command).slice(2), { folder }).finished;

  expect(code, stderr).toBe(0);
});

test.each(ofLanguage('js'))('the JavaScript of $file:$line can be read', async ({ text }) => {
  await expect(transform(text, { loader: 'js', target: 'es2022' })).resolves.toBeDefined();
});
