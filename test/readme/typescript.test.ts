import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readmeSnippets } from './blocks.js';

const snippets = readmeSnippets.filter(({ language }) => language === 'ts');
const here = fileURLToPath(new URL('.', import.meta.url));

/** Inside the package, a snippet can import the built package by its own name. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(here, '.run-'));
  for (const { line, text } of snippets) {
    const { code } = await transform(text, { loader: 'ts', target: 'node20' });
    await writeFile(join(folder, `${line}.ts`), text);
    await writeFile(join(folder, `${line}.mjs`), code);
  }
});
afterAll(() => rm(folder, { recursive: true }));

test('the TypeScript snippets compile in strict mode', () => {
  const files = snippets.map(({ line }) => join(folder, `${line}.ts`));
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
    types: ['node'],
  });

  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);

  expect(problems).toEqual([]);
});

describe('running', () => {
  test.each(snippets)('$file:$line prints what it says', async ({ line, output }) => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `${line}.mjs`)]);

    expect(stdout).toBe(output?.text);
  });
});
