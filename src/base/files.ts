import { constants } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { copyFile, open, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseJson } from './json.js';
import { pause } from './real-time.js';
import { decodeUtf8, shorten } from './text.js';
import { UsageError } from './usage-error.js';

/** The size of the longest text of Node.js, in bytes. */
export const maxFileSize = constants.MAX_STRING_LENGTH;

/** Reads a file that messages call by a label: `The config file pets.json`. */
export function readInputFile(path: string, label: string, advice = ''): Buffer {
  try {
    if (statSync(path).size <= maxFileSize) {
      return readFileSync(path);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`${label} can't be read (${code ?? message}). Check its path.${advice}`);
  }
  const size = Math.ceil(maxFileSize / 2 ** 20);
  throw new UsageError(`${label} is larger than ${size} MiB. Use a smaller file.`);
}

export function decodeText(bytes: Uint8Array, label: string): string {
  // Without the byte order mark that some editors write.
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    throw new UsageError(`${label} is not UTF-8. Save it as UTF-8.`);
  }
  return text;
}

export const readTextFile = (path: string, label: string, advice?: string): string =>
  decodeText(readInputFile(path, label, advice), label);

/** @throws {UsageError} when a text isn't JSON */
export function parseJsonText(
  text: string,
  label: string,
  parse: (text: string) => unknown,
): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${label} is not JSON: ${shorten((error as Error).message, 200)}.`);
  }
}

/** @throws {UsageError} when the file can't be read, or is not JSON */
export const readJsonFile = (path: string, label: string): unknown =>
  parseJsonText(readTextFile(path, label), label, parseJson);

/** @throws {UsageError} when a file can't be written */
async function write<Result>(path: string, label: string, act: () => Promise<Result>) {
  try {
    return await act();
  } catch (error) {
    if (error instanceof UsageError) {
      throw new UsageError(`${label} can't be written: ${error.message}`);
    }
    // Node.js names a call and its file, which may be a temporary one.
    const reason = (error as Error).message.replace(/, \w+(?: '.*)?$/s, '');
    throw new UsageError(
      `${label} can't be written: ${reason}, ${path}. Name a file in a folder that exists.`,
    );
  }
}

/** The file that a path stands for: a symbolic link stays, and may lead to a file that isn't there yet. */
const findTarget = (path: string): Promise<string> =>
  realpath(path).catch(({ code }) =>
    code !== 'ENOENT'
      ? path
      : readlink(path).then(
          (link) => findTarget(resolve(dirname(path), link)),
          () => path,
        ),
  );

const findStats = (path: string) => stat(path).catch(() => undefined);

/** Checks before a long run that its result can be written, and returns what writes it. The file stays as it was. */
export async function prepareFile(path: string | undefined, label: string) {
  if (path === undefined) {
    return undefined;
  }
  await write(path, label, async () => {
    const stats = await findStats(path);
    await (await open(path, 'a')).close();
    if (stats === undefined) {
      await rm(await realpath(path));
    }
  });
  return (content: string) => saveFile(path, label, content);
}

const inPlace = ['EACCES', 'EBUSY', 'EPERM', 'ENAMETOOLONG', 'EROFS'];

/** Renames a file again when another program, such as a virus scanner on Windows, has the old one open. */
async function replaceFile(from: string, to: string, move: typeof rename, tries = 10) {
  await move(from, to).catch(async (error: NodeJS.ErrnoException) => {
    const isHeld = inPlace.includes(`${error.code}`);
    if (isHeld && tries > 0) {
      await pause(20);
      return replaceFile(from, to, move, tries - 1);
    }
    const refused = new UsageError(
      `${to} can't be replaced (${error.code}). Close the programs that use it, and rename ${from}, which has ` +
        'the new content.',
    );
    // A file that a container mounts can be written, and not be replaced.
    await (isHeld ? copyFile(from, to) : Promise.reject()).catch(() => Promise.reject(refused));
    await rm(from);
  });
}

/** Writes a file as a whole: whenever the process ends, the file has its old content or its new one. */
export const saveFile = (path: string, label: string, content: string, move = rename) =>
  write(path, label, async () => {
    const stats = await findStats(path);
    if (stats?.isFile() === false) {
      // Nothing can take the place of /dev/stdout.
      return writeFile(path, content);
    }
    const target = await findTarget(path);
    const temporary = `${target}.${crypto.randomUUID()}.tmp`;
    try {
      await writeFile(temporary, content, { mode: stats?.mode ?? 0o666 });
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      if (inPlace.includes(`${(error as NodeJS.ErrnoException).code}`)) {
        // Nothing can be put beside it.
        return writeFile(target, content);
      }
      throw error;
    }
    return replaceFile(temporary, target, move);
  });
