import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { withTables } from '../../scripts/readme-tables.js';
import { startSimulator } from '../../src/index.js';
import { run, withKey } from '../support/command.js';
import { commandsOf, readFiles, readme, readmeSnippets } from './blocks.js';
import { shellWords } from './curl.js';
import { type CurlStory, curlsOf, tellCurls } from './curl-story.js';

const shell = readmeSnippets.filter(({ language }) => language === 'sh');

test('the tables are what the code says', () => {
  expect(readme).toBe(withTables(readme));
});

test('every command of the README is of a kind that is run here', () => {
  const others = shell
    .flatMap(commandsOf)
    .filter(
      (command) =>
        !/^(curl |npm start -- |npm run verify -- |npx animal-store |npm ci && npm (start|test)$)/.test(
          command,
        ),
    );

  expect(others).toEqual([]);
});

test('the two one-line commands are what CI runs, and the slow tests', () => {
  const ci = readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8');

  expect(shell.flatMap(commandsOf)).toContain('npm ci && npm start');
  expect(shell.flatMap(commandsOf)).toContain('npm ci && npm test');
  expect(ci).toMatch(/^npm ci\b/m);
  expect(ci).toMatch(/^npm test\b/m);
  expect(ci).toMatch(/^npm run test:slow\b/m);
});

describe('npm start', () => {
  const starts = shell.flatMap(commandsOf).filter((command) => command.startsWith('npm start'));

  test.each(starts)('%s', async (command) => {
    const args = shellWords(command).slice('npm start --'.split(' ').length);

    const { ready } = run(['start', ...args, '--port', '0']);
    const url = /http:\S+\/v1/.exec(await ready)?.[0];

    expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
  });
});

describe('npm run verify', () => {
  const verifications = shell.filter(({ text }) => text.startsWith('npm run verify'));

  test.each(verifications)('$file:$line', async ({ text, output }) => {
    const simulator = await startSimulator();
    onTestFinished(() => simulator.close());
    const args = shellWords(text.trim()).slice('npm run verify --'.split(' ').length);
    const own = args.map((arg) => arg.replace('http://127.0.0.1:4010', simulator.origin));

    const { stdout } = await run(['verify', ...own]).finished;

    expect(stdout).toContain(output?.text);
  });
});

describe('npx animal-store', () => {
  const runs = shell.filter(({ text }) => text.startsWith('npx animal-store'));

  test.each(runs)(
    '$file:$line',
    async ({ text, output }) => {
      const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      for (const [name, content] of readFiles()) {
        await writeFile(join(folder, name), content);
      }
      const args = shellWords(text.trim()).slice('npx animal-store'.split(' ').length);

      const { code, stdout, stderr } = await run(args, { folder }).finished;

      expect(code).toBe(1);
      expect(stdout + stderr).toContain(output?.text);
    },
    120_000,
  );
});

describe('curl', () => {
  let story: CurlStory;

  beforeAll(async () => {
    story = await tellCurls(readmeSnippets);
  });
  afterAll(() => story.simulator.close());

  const shown = curlsOf(readmeSnippets).filter(({ output }) => output);

  test.each(shown)('$file:$line', (snippet) => {
    const { output } = snippet;
    const actual = story.answers.get(snippet) ?? '';
    if (output?.language === 'json') {
      expect(JSON.parse(actual)).toEqual(JSON.parse(story.here(output.text)));
    } else if (output?.language === 'http') {
      const lines = actual.toLowerCase().split('\n');
      expect(lines).toEqual(expect.arrayContaining(output.text.trim().toLowerCase().split('\n')));
    } else {
      expect(actual).toBe(output?.text.trim());
    }
  });

  const quiet = curlsOf(readmeSnippets).filter(({ output }) => !output);

  test.each(quiet)('$file:$line answers with pets', (snippet) => {
    expect(JSON.parse(story.answers.get(snippet) ?? '')).toHaveLength(20);
  });
});
