import { execFileSync } from 'node:child_process';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { checkWritable, saveFile } from '../../src/files.js';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

const label = '--json: the report';

test('writes a file, and leaves nothing beside it', async () => {
  const folder = await createFolder();
  const path = join(folder, 'a.json');

  await saveFile({ path, label }, ['one', ' ', 'two']);

  expect(await readFile(path, 'utf8')).toBe('one two');
  expect(await readdir(folder)).toEqual(['a.json']);
});

test('keeps the old content until the new one is complete', async () => {
  const folder = await createFolder();
  const path = join(folder, 'a.json');
  await writeFile(path, 'old');
  const before = await stat(path);
  const seen: string[] = [];
  function* content() {
    for (let slice = 0; slice < 3; slice += 1) {
      yield `new ${slice} `;
      seen.push(execFileSync('cat', [path], { encoding: 'utf8' }));
    }
  }

  await saveFile({ path, label }, content());

  expect(seen).toEqual(['old', 'old', 'old']);
  expect(await readFile(path, 'utf8')).toBe('new 0 new 1 new 2 ');
  expect((await stat(path)).ino).not.toBe(before.ino);
});

test('keeps the old file when the content fails', async () => {
  const folder = await createFolder();
  const path = join(folder, 'a.json');
  await writeFile(path, 'old');
  function* content() {
    yield 'new';
    throw new Error('no more');
  }

  await expect(saveFile({ path, label }, content())).rejects.toThrow(
    `--json: the report can't be written: no more, ${path}.`,
  );

  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['a.json']);
});

test.skipIf(process.platform === 'win32')('keeps the mode of a file', async () => {
  const path = join(await createFolder(), 'a.json');
  await writeFile(path, 'old');
  await chmod(path, 0o640);

  await saveFile({ path, label }, 'new');

  expect((await stat(path)).mode & 0o777).toBe(0o640);
});

test.skipIf(process.platform === 'win32').each([
  ['an existing file', true],
  ['a file that does not exist yet', false],
])('follows a symbolic link to %s', async (_what, exists) => {
  const folder = await createFolder();
  await mkdir(join(folder, 'target'));
  await mkdir(join(folder, 'links'));
  const [target, link] = [join(folder, 'target', 'a.json'), join(folder, 'links', 'b.json')];
  if (exists) {
    await writeFile(target, 'old');
  }
  await symlink('../target/a.json', link);

  await saveFile({ path: link, label }, 'new');

  expect((await lstat(link)).isSymbolicLink()).toBe(true);
  expect(await readFile(target, 'utf8')).toBe('new');
  expect(await readdir(join(folder, 'links'))).toEqual(['b.json']);
});

test.skipIf(process.platform === 'win32')('writes to a pipe as it is', async () => {
  const path = join(await createFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const reader = await open(path, 'r+');
  const content = 'x'.repeat(300_000);

  await checkWritable({ path, label });
  const saved = saveFile({ path, label }, [content, 'end']);
  const received = text(reader.createReadStream({ autoClose: false, end: 300_002 }));

  expect(await received).toBe(`${content}end`);
  await saved;
  await reader.close();
  expect((await lstat(path)).isFIFO()).toBe(true);
});

test.skipIf(process.platform === 'win32')('rejects a pipe that nobody reads', async () => {
  const path = join(await createFolder(), 'pipe');
  execFileSync('mkfifo', [path]);

  await expect(saveFile({ path, label }, 'new')).rejects.toThrow("can't be written: ENXIO");
});

test('names the file, and no temporary one, when the folder is gone', async () => {
  const path = join(tmpdir(), 'no-such-folder', 'a.json');

  await expect(saveFile({ path, label }, 'new')).rejects.toThrow(
    `--json: the report can't be written: ENOENT: no such file or directory, ${path}. Name a file`,
  );
});
