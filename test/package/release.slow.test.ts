import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cp, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Folder, openFolder, root, runNode, runProgram } from './packed.js';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const execute = promisify(execFile);
const { version, ...manifest } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folderOfWorkflows = join(root, '.github/workflows');
const release: Workflow = parse(readFileSync(join(folderOfWorkflows, 'release.yml'), 'utf8'));

let folder: Folder;

/** What a checkout doesn't have, and what packing doesn't need, which other tests write to. */
const left = ['.git', '.cache', 'node_modules', 'dist', 'test'];

beforeAll(async () => {
  folder = await openFolder();
  const checkout = join(folder.path, 'checkout');
  const filter = (path: string) => !left.includes(basename(path));
  await cp(root, checkout, { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction');
});

afterAll(() => folder.remove());

/** Runs the commands of a job as GitHub does, except `npm ci`. */
async function runJob(name: string, tag: string) {
  const steps = release.jobs[name]?.steps ?? [];
  const scripts = steps.flatMap(({ run }) =>
    run === undefined || /^npm ci/.test(run) ? [] : [run],
  );
  const script = ['set -eo pipefail', ...scripts].join('\n');
  const environment = { GITHUB_REF_NAME: tag };
  return runProgram(join(folder.path, 'checkout'), 'bash', ['-c', script], 120_000, environment);
}

test('GitHub accepts the workflows', async () => {
  const parser = join(folder.path, 'parser');
  await execute('npm', ['install', '--prefix', parser, '@actions/workflow-parser@0.3.61']);
  const program = `
    import { readFileSync } from 'node:fs';
    import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
    for (const name of process.argv.slice(2)) {
      const content = readFileSync(name, 'utf8');
      const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
      console.log(name, ...context.errors.getErrors().map(({ message }) => message));
    }`;
  await writeFile(join(parser, 'parse.mjs'), program);
  const names = readdirSync(folderOfWorkflows).map((name) => join(folderOfWorkflows, name));

  // The parser imports JSON as bundlers allow it.
  const loader = ['--import', import.meta.resolve('tsx')];
  const { stdout, stderr } = await runNode(parser, [...loader, 'parse.mjs', ...names]);

  expect([stdout, stderr]).toEqual([names.map((name) => `${name}\n`).join(''), '']);
});

test('a tag packs the version with its section of the changelog', async () => {
  const { code, stderr } = await runJob('pack', `v${version}`);

  expect(code, stderr).toBe(0);
  const checkout = join(folder.path, 'checkout');
  expect(readFileSync(join(checkout, 'release-notes.md'), 'utf8')).toContain('The first version.');
  expect(readdirSync(checkout)).toContain(`animal-store-simulator-${version}.tgz`);
});

test('a tag that is not the version packs nothing', async () => {
  expect(await runJob('pack', 'v99.0.0')).toMatchObject({ code: 1 });
});

test('CONTRIBUTING.md lists the fields that a publisher must fill in', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const [, release = ''] = text.split('## Release a version');
  const listed = [...release.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);

  const missing = ['repository', 'bugs', 'homepage'].filter((name) => !(name in manifest));
  expect(listed).toEqual(missing);
});
