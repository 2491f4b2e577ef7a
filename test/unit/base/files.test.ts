import type { PathLike } from 'node:fs';
import {
  chmod,
  lstat,
  readdir,
  readFile,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { prepareFile, readJsonFile, saveFile } from '../../../src/base/files.js';
import { UsageError } from '../../../src/base/usage-error.js';
import { createFolder } from '../../support/files.js';
import { needPosix } from '../../support/posix.js';

let folder = '';
let path = '';
const label = '--json: the report';

beforeEach(() => {
  folder = createFolder();
  path = join(folder, 'a.json');
});

test('replaces a file as a whole, and leaves nothing beside it', async () => {
  await writeFile(path, 'old');
  await chmod(path, 0o640);
  const before = await stat(path);

  await saveFile(path, label, 'new');

  const after = await stat(path);
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['a.json']);
  expect(after.ino).not.toBe(before.ino);
  expect(after.mode).toBe(before.mode);
});

test('writes a file in place where nothing can be put beside it', async () => {
  // As a file that a container mounts; the name of a temporary file would be too long.
  const long = join(folder, 'a'.repeat(250));
  await writeFile(long, 'old and longer');

  await saveFile(long, label, 'new');

  expect(await readFile(long, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['a'.repeat(250)]);
});

test.each([true, false])(
  'keeps symbolic links that lead to a file, which exists: %s',
  async (exists) => {
    needPosix();
    const link = join(folder, 'b.json');
    await symlink('c.json', link);
    await symlink('a.json', join(folder, 'c.json'));
    if (exists) {
      await writeFile(path, 'old');
    }

    await (await prepareFile(link, label))?.('new');

    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('new');
  },
);

test('checks a file without changing it, or leaving a new one', async () => {
  await writeFile(path, 'old');

  await prepareFile(path, label);
  await prepareFile(join(folder, 'b.json'), label);

  expect(await readFile(path, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['a.json']);
});

test.each([prepareFile, saveFile])(
  'names the file when its folder is missing: %o',
  async (write) => {
    const missing = join(folder, 'missing', 'a.json');

    await expect(write(missing, label, 'new')).rejects.toThrow(
      `--json: the report can't be written: ENOENT: no such file or directory, ${missing}. Name a file`,
    );
  },
);

/** A rename that fails some times, as on Windows while a virus scanner has the file open. */
const failTimes = (times: number, code: string) => {
  let left = times;
  return (from: PathLike, to: PathLike) =>
    left-- > 0 ? Promise.reject(Object.assign(new Error(code), { code })) : rename(from, to);
};

test.each(['EPERM', 'EBUSY', 'EACCES'])(
  'replaces a file that is held for a moment: %s',
  async (code) => {
    await writeFile(path, 'old');

    await saveFile(path, label, 'new', failTimes(3, code));

    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['a.json']);
  },
);

test('writes a file in place that stays held, as one that a container mounts', async () => {
  await writeFile(path, 'old');

  await saveFile(path, label, 'new', failTimes(99, 'EBUSY'));

  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['a.json']);
});

test('keeps and names the new content of a file that cannot be replaced', async () => {
  await writeFile(path, 'old');

  const error = await saveFile(path, label, 'new', failTimes(99, 'EXDEV')).catch((error) => error);

  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toContain("a.json can't be replaced (EXDEV).");
  expect(await readFile(path, 'utf8')).toBe('old');
  const [, kept] = /rename (\S+),/.exec(error.message) ?? [];
  expect(await readFile(`${kept}`, 'utf8')).toBe('new');
});

test('shows control characters of a file escaped', async () => {
  await writeFile(path, '\u001b[2J');

  expect(() => readJsonFile(path, label)).toThrow(/\\u001b/);
});
