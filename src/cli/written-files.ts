import { lstat, open, unlink, writeFile } from 'node:fs/promises';
import { UsageError } from '../options/usage-error.js';

/** A file that a flag asks for. */
export interface WrittenFile {
  readonly path: string;
  /** What messages call it: `--json: the report`. */
  readonly calledBy: string;
}

function cannotWrite(calledBy: string): (error: Error) => never {
  return ({ message }) => {
    throw new UsageError(
      `${calledBy} can't be written: ${message}. Name a file in a folder that exists.`,
    );
  };
}

/**
 * Sees to it that a file can be written, before a run that would be lost otherwise. What an earlier
 * run wrote stays until there is something to write.
 *
 * @throws {UsageError} when it can't
 */
export async function checkWritable({ path, calledBy }: WrittenFile): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  const handle = await open(path, 'a').catch(cannotWrite(calledBy));
  await handle.close();
  if (!isThere) {
    await unlink(path);
  }
}

/** @throws {UsageError} when it can't be written */
export async function save({ path, calledBy }: WrittenFile, text: string): Promise<void> {
  await writeFile(path, text).catch(cannotWrite(calledBy));
}
