import { randomUUID } from 'node:crypto';
import { constants, rmSync, type Stats } from 'node:fs';
import {
  access,
  copyFile,
  type FileHandle,
  lstat,
  open,
  readlink,
  realpath,
  rename,
  stat,
  unlink,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from './options/usage-error.js';

/** A file that a flag asks for. */
export interface OutputFile {
  readonly path: string;
  /** Its name in messages: `--json: the report`. */
  readonly label: string;
}

function rejectWrite({ path, label }: OutputFile): (error: Error) => never {
  return ({ message }) => {
    // Node.js names a call and its file, which may be a temporary one.
    const reason = message.replace(/, \w+(?: '.*)?$/s, '');
    throw new UsageError(
      `${label} can't be written: ${reason}, ${path}. Name a file in a folder that exists.`,
    );
  };
}

const orUndefined = () => undefined;

/** Where the content goes: a symbolic link stays, and its target is written. */
interface Target {
  readonly path: string;
  /** Of the file that is there. */
  readonly stats: Stats | undefined;
  /** Whether a rename may put another file in its place; never so for a pipe or `/dev/stdout`. */
  readonly replaceable: boolean;
}

async function findTarget(path: string): Promise<Target> {
  const stats = await stat(path).catch(orUndefined);
  const isSystem = /^\/(?:dev|proc)\//.test(resolve(path));
  if (isSystem || stats?.isFile() === false) {
    // `/dev/stdout` leads to no path where it is a pipe.
    return { path, stats, replaceable: false };
  }
  if (stats !== undefined) {
    return { path: await realpath(path), stats, replaceable: true };
  }
  const link = await readlink(path).catch(orUndefined);
  const target = link === undefined ? path : resolve(dirname(path), link);
  return { path: target, stats, replaceable: true };
}

/**
 * Checks before a long run that its result can be written. The content of an earlier run stays until
 * then.
 *
 * @throws {UsageError} when it can't
 */
export async function checkWritable(file: OutputFile): Promise<void> {
  const { path } = file;
  const { stats } = await findTarget(path);
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) {
    // To open a pipe could wait for its reader, or end it.
    await access(path, constants.W_OK).catch(rejectWrite(file));
    return;
  }
  const exists = await lstat(path).then(
    () => true,
    () => false,
  );
  const handle = await open(path, 'a').catch(rejectWrite(file));
  await handle.close();
  if (!exists) {
    await unlink(path);
  }
}

/** Time until a full pipe is tried again, in milliseconds. */
const retryInterval = 10;

async function writeSlices(handle: FileHandle, slices: Iterable<string>): Promise<void> {
  for (const slice of slices) {
    let rest = Buffer.from(slice);
    while (rest.length > 0) {
      try {
        rest = rest.subarray((await handle.write(rest)).bytesWritten);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
          throw error;
        }
        await sleep(retryInterval);
      }
    }
  }
}

const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND } = constants;
/** Windows has none. A pipe without a reader is then an error, and not a wait without an end. */
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;

async function writeInPlace({ path, replaceable }: Target, slices: Iterable<string>) {
  const flags = replaceable ? O_TRUNC : O_APPEND | O_NONBLOCK;
  const handle = await open(path, O_WRONLY | O_CREAT | flags);
  try {
    await writeSlices(handle, slices);
  } finally {
    await handle.close();
  }
}

/** Creates a file beside the target, with its rights; undefined when the folder takes none. */
async function createBeside({ stats }: Target, path: string): Promise<FileHandle | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(path, 'wx');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (stats !== undefined && ['EACCES', 'EPERM', 'EROFS'].includes(code)) {
      return undefined;
    }
    throw error;
  }
  if (stats !== undefined) {
    // The owner first, since a change of it can take rights away. Only root can keep another's.
    await handle.chown(stats.uid, stats.gid).catch(orUndefined);
    await handle.chmod(stats.mode & 0o7777).catch(orUndefined);
  }
  return handle;
}

async function writeTemporary(handle: FileHandle, slices: Iterable<string>): Promise<void> {
  try {
    await writeSlices(handle, slices);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function replace(target: Target, slices: Iterable<string>): Promise<void> {
  const temporary = join(dirname(target.path), `.animal-store-${randomUUID()}.tmp`);
  const handle = await createBeside(target, temporary);
  if (handle === undefined) {
    return writeInPlace(target, slices);
  }
  const removeAtExit = () => rmSync(temporary, { force: true });
  process.once('exit', removeAtExit);
  try {
    await writeTemporary(handle, slices);
    // A file that is mounted by itself, as in a container, can't be replaced.
    await rename(temporary, target.path).catch(() => copyFile(temporary, target.path));
  } finally {
    process.off('exit', removeAtExit);
    await unlink(temporary).catch(orUndefined);
  }
}

/**
 * Writes a file as a whole: whenever the process ends, the file has its old content or its new one.
 * Only pipes and devices, and files whose folder takes no other file, are written in place.
 *
 * @throws {UsageError} when the file can't be written
 */
export async function saveFile(
  file: OutputFile,
  content: string | Iterable<string>,
): Promise<void> {
  const slices = typeof content === 'string' ? [content] : content;
  try {
    const target = await findTarget(file.path);
    await (target.replaceable ? replace(target, slices) : writeInPlace(target, slices));
  } catch (error) {
    rejectWrite(file)(error as Error);
  }
}
