import { readdirSync, readFileSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Folder, openFolder, root, runProgram } from './packed.js';

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const path = join(root, '.github/workflows/release.yml');
const release: Workflow = parse(readFileSync(path, 'utf8'));

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
