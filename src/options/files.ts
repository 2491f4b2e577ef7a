import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { shorten } from '../document/format.js';
import { parseJsonValue } from '../document/json.js';
import { UsageError } from './usage-error.js';

/**
 * Reads a file that an option names.
 *
 * @param describe formats the message for a problem: `can't be read (ENOENT)`
 * @throws {UsageError} when it can't be read
 */
export function readInputFile(path: string, describe: (problem: string) => string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new UsageError(describe(`can't be read (${code})`));
  }
}

/**
 * Reads a JSON file that an option names.
 *
 * @param label what messages call it: `The config file pets.json`
 * @throws {UsageError} when it can't be read, or is not JSON
 */
export function readJsonFile(
  path: string,
  label: string,
  parse: (text: string) => unknown = parseJsonValue,
): unknown {
  const bytes = readInputFile(path, (problem) => `${label} ${problem}. Check its path.`);
  try {
    // Drops the byte order mark that some editors write.
    return parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new UsageError(`${label} is not JSON: ${shorten((error as Error).message, 200)}.`);
  }
}

function createWriteError(path: string, label: string, error: unknown): UsageError {
  // Node.js names a call and its file, which may be a temporary one.
  const reason = (error as Error).message.replace(/, \w+(?: '.*)?$/s, '');
  return new UsageError(
    `${label} can't be written: ${reason}, ${path}. Name a file in a folder that exists.`,
  );
}

const findStats = (path: string) => stat(path).catch(() => undefined);

/**
 * Checks before a long run that its result can be written. The content of an earlier run stays until then.
 *
 * @param path without one, nothing is written
 * @param label its name in messages: `--json: the report`
 * @returns writes the file
 * @throws {UsageError} when it can't be written
 */
export async function prepareFile(path: string | undefined, label: string) {
  if (path === undefined) {
    return async () => {};
  }
  try {
    const existed = (await findStats(path)) !== undefined;
    await (await open(path, 'a')).close();
    if (!existed) {
      await rm(path);
    }
  } catch (error) {
    throw createWriteError(path, label, error);
  }
  return (content: string) => saveFile(path, label, content);
}

/**
 * Writes a file as a whole: whenever the process ends, the file has its old content or its new one.
 *
 * @throws {UsageError} when the file can't be written
 */
export async function saveFile(path: string, label: string, content: string): Promise<void> {
  try {
    const stats = await findStats(path);
    if (stats?.isFile() === false) {
      // Nothing can take the place of /dev/stdout.
      await writeFile(path, content);
      return;
    }
    // A symbolic link stays.
    const target = stats === undefined ? path : await realpath(path);
    const temporary = `${target}.${randomUUID()}.tmp`;
    try {
      await writeFile(temporary, content, { mode: stats?.mode ?? 0o666 });
      await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
  } catch (error) {
    throw createWriteError(path, label, error);
  }
}
