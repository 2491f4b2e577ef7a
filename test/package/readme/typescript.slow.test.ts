import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { createServer, transformWithOxc } from 'vite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileName, type Snippet, snippetsIn } from './blocks.js';

const here = fileURLToPath(new URL('.', import.meta.url));
const snippets = snippetsIn('ts');
const programs = snippets.filter((snippet) => fileName(snippet) === undefined);

/** Inside the package, a snippet can import the built package by its own name. */
const folder = await mkdtemp(join(here, '.run-'));
afterAll(() => rm(folder, { recursive: true }));
const folderOf = ({ file, line }: Snippet) => join(folder, `${file.replace(/\W/g, '-')}-${line}`);
const pathOf = (snippet: Snippet) => join(folderOf(snippet), fileName(snippet) ?? 'program.ts');

beforeAll(async () => {
  for (const snippet of snippets) {
    await mkdir(folderOf(snippet));
    await writeFile(pathOf(snippet), snippet.text);
  }
});

test('the TypeScript snippets compile in strict mode', () => {
  const program = ts.createProgram(snippets.map(pathOf), {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
    types: ['node'],
  });

  const problems = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${JSON.stringify(messageText)}`);

  expect(problems).toEqual([]);
});

describe('prints what the document shows', () => {
  // Types are removed and nothing else: a snippet must run on the oldest Node.js as it stands.
  test.each(programs)('$file:$line', async (snippet) => {
    const { code } = await transformWithOxc(snippet.text, 'program.ts');
    const program = join(folderOf(snippet), 'program.mjs');
    await writeFile(program, code);

    const { stdout } = await promisify(execFile)(process.execPath, [program]);

    expect(stdout).toBe(snippet.output?.text);
  });
});

test.each(snippets.filter((snippet) => fileName(snippet) === 'vite.config.ts'))(
  'the Vite configuration of $file:$line serves the API on its own origin',
  async (snippet) => {
    const server = await createServer({
      configFile: pathOf(snippet),
      root: folderOf(snippet),
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0 },
    });
    onTestFinished(() => server.close());
    await server.listen();
    const url = server.resolvedUrls?.local[0];

    const response = await fetch(`${url}v1/pets?limit=1`, {
      headers: { Authorization: 'Bearer test-key' },
    });

    expect(await response.json()).toMatchObject([{ name: 'Bentley' }]);
  },
);
