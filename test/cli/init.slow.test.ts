import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { version } from '../../src/service-worker/generated/version.js';
import { run } from '../support/command.js';

const file = 'animal-store-service-worker.js';
const path = join('public', file);

async function createApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-init-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'public'));
  return folder;
}

const init = (folder: string, ...args: readonly string[]) =>
  run(['init', ...args], { folder }).finished;

test('copies the worker file', async () => {
  const app = await createApp();

  const outcome = await init(app, 'public');

  expect(outcome).toEqual({ code: 0, stdout: `Created ${path} (${version}).\n`, stderr: '' });
  expect(await readdir(join(app, 'public'))).toEqual([file]);
  expect(await readFile(join(app, path), 'utf8')).toMatch(/^\/\* animal-store-simulator /);
});

test('leaves a file that is up to date', async () => {
  const app = await createApp();
  await init(app, 'public');

  const outcome = await init(app, 'public');

  expect(outcome).toMatchObject({ code: 0, stdout: `${path} is up to date (${version}).\n` });
});

test('replaces the file of another version', async () => {
  const app = await createApp();
  await writeFile(join(app, path), '/* animal-store-simulator 0.0.1: written by hand */');

  const outcome = await init(app, 'public/');

  const stdout = `Updated ${path} from 0.0.1 to ${version}.\n`;
  expect(outcome).toEqual({ code: 0, stdout, stderr: '' });
});

test('refuses to replace a file that it did not write', async () => {
  const app = await createApp();
  await writeFile(join(app, path), 'self.foreign = true;');

  const outcome = await init(app, 'public');

  expect(outcome).toEqual({
    code: 2,
    stdout: '',
    stderr: `${path} exists, and init did not write it. Move or delete it, and run init again.\n`,
  });
  expect(await readFile(join(app, path), 'utf8')).toBe('self.foreign = true;');
});

test('refuses a folder in the place of the file', async () => {
  const app = await createApp();
  await mkdir(join(app, path));

  const outcome = await init(app, 'public');

  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr).toMatch(/^public\S+ can't be read: EISDIR/);
});

test('writes to the target of a symbolic link', async () => {
  const app = await createApp();
  await writeFile(join(app, 'shared.js'), '/* animal-store-simulator 0.0.1: written by hand */');
  await symlink('../shared.js', join(app, path));

  await init(app, 'public');

  expect(await readFile(join(app, 'shared.js'), 'utf8')).toContain(version);
});

test.for([
  [
    [],
    'Name the folder whose files your app serves at /, such as public: animal-store init public',
  ],
  [
    ['static'],
    'static is not a folder. Create it, or name the folder whose files your app serves at /.',
  ],
  [
    ['public', 'more'],
    'animal-store init does not take the argument "more". Set options as flags; --help shows all options.',
  ],
] as const)('init %j says what to do', async ([args, message]) => {
  const outcome = await init(await createApp(), ...args);

  expect(outcome).toMatchObject({ code: 2, stdout: '' });
  expect(outcome.stderr.split('\n')[0]).toBe(message);
});
