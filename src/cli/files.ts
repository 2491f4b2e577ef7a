import { lstat, open, unlink, writeFile } from 'node:fs/promises';
import { UsageError } from '../options/resolve.js';

/** A file that a flag asks for. */
export interface OutputFile {
  readonly path: string;
  /** Its name in messages: `--json: the report`. */
  readonly label: string;
}

function rejectWrite(label: string): (error: Error) => never {
  return ({ message }) => {
    throw new UsageError(
      `${label} can't be written: ${message}. Name a file in a folder that exists.`,
    );
  };
}

/**
 * Checks before a long run that its result can be written. The content of an earlier run stays until
 * then.
 *
 * @throws {UsageError} when it can't
 */
export async function checkWritable({ path, label }: OutputFile): Promise<void> {
  const exists = await lstat(path).then(
    () => true,
    () => false,
  );
  const handle = await open(path, 'a').catch(rejectWrite(label));
  await handle.close();
  if (!exists) {
    await unlink(path);
  }
}

/** @throws {UsageError} when the file can't be written */
export async function saveFile({ path, label }: OutputFile, text: string): Promise<void> {
  await writeFile(path, text).catch(rejectWrite(label));
}
