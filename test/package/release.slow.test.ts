import { readdirSync, readFileSync, statSync } from 'node:fs';
import { appendFile, cp, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openFolder, root, runProgram } from './packed.js';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const path = join(root, '.github/workflows/release.yml');
const release: Workflow = parse(readFileSync(path, 'utf8'));

const folder = await openFolder();
afterAll(() => folder.remove());
const checkout = join(folder.path, 'checkout');

/** What a checkout doesn't have, and what packing doesn't need, which other tests write to. */
const left = ['.git', '.cache', 'node_modules', 'dist', 'test'];

beforeAll(async () => {
  const filter = (path: string) => !left.includes(basename(path));
  await cp(root, checkout, { recursive: true, filter });
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'), 'junction');
});

/** Runs the commands of a job as GitHub does, except `npm ci`. */
async function runJob(name: string, tag: string) {
  const steps = release.jobs[name]?.steps ?? [];
  const scripts = steps.flatMap(({ run }) =>
    run === undefined || /^npm ci/.test(run) ? [] : [run],
  );
  const script = ['set -eo pipefail', ...scripts].join('\n');
  const environment = { GITHUB_REF_NAME: tag };
  return runProgram(checkout, 'bash', ['-c', script], 120_000, environment);
}

test('a tag packs the version with its section of the changelog', async () => {
  const { code, stderr } = await runJob('pack', `v${version}`);

  expect(code, stderr).toBe(0);
  expect(readFileSync(join(checkout, 'release-notes.md'), 'utf8')).toContain('The first version.');
  expect(readdirSync(checkout)).toContain(`animal-store-simulator-${version}.tgz`);
});

test('npm pack builds again only after a change', async () => {
  const built = () =>
    ['main.cjs', 'index.d.ts'].map((file) => statSync(join(checkout, 'dist', file)).mtimeMs);
  const before = built();

  await runProgram(checkout, 'npm', ['run', 'prepack']);
  expect(built()).toEqual(before);

  await appendFile(join(checkout, 'src/index.ts'), '\n');
  await runProgram(checkout, 'npm', ['run', 'build']);
  expect(statSync(join(checkout, 'dist/main.cjs')).mtimeMs).not.toBe(before[0]);
});

test('a tag that is not the version packs nothing', async () => {
  expect(await runJob('pack', 'v99.0.0')).toMatchObject({ code: 1 });
});
