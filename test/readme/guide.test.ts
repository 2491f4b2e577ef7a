import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandsOf, guideSnippets, readme } from './blocks.js';
import { type CurlStory, curlsOf, tellCurls } from './curl-story.js';

const ofLanguage = (name: string) => guideSnippets.filter(({ language }) => language === name);

test('the README leads to the page for CI', () => {
  expect(readme).toContain('](docs/ci.md)');
});

test('every command of the page is run here, or takes an engine that is not', () => {
  const others = ofLanguage('sh')
    .flatMap(commandsOf)
    .filter((command) => !/^(?:curl|docker) /.test(command));

  expect(others).toEqual([]);
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

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Record<string, unknown>[] }>>;
}

test.each(ofLanguage('yaml'))('the workflow of $file:$line has jobs of steps', ({ text }) => {
  const { jobs } = parse(text, { strict: true, uniqueKeys: true }) as Workflow;

  const steps = Object.values(jobs).flatMap((job) => job.steps);
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter((step) => !('uses' in step) && !('run' in step))).toEqual([]);
});

test.each(ofLanguage('js'))('the JavaScript of $file:$line can be read', async ({ text }) => {
  await expect(transform(text, { loader: 'js', target: 'es2022' })).resolves.toBeDefined();
});
