import type { Stats } from 'node:fs';
import { mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type OutputFile, saveFile } from './files.js';
import { UsageError } from './options/usage-error.js';
import type { NeededUse } from './recording/needs.js';
import { describeUse, formatPact, mergeUses, PactError, readPact } from './recording/pact.js';
import { formatUse } from './recording/use.js';

/** Maximum size of a contract in bytes: one with all uses is smaller. */
const maxBytes = 16 * 1024 ** 2;
/** A lock that is older was left behind, in milliseconds. */
const maxLocked = 30_000;
/** Maximum time to wait for other processes, in milliseconds. */
const maxWait = 60_000;
/** Time until a lock is tried again, in milliseconds. */
const retryInterval = 20;

const orUndefined = () => undefined;

const createFile = (path: string): OutputFile => ({ path, label: `The contract ${path}` });

async function readText(path: string): Promise<string | undefined> {
  let stats: Stats;
  try {
    stats = await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  if (stats.isDirectory()) {
    throw new PactError('is a folder', 'Name a file in it, such as shop.json.');
  }
  if (!stats.isFile() || stats.size > maxBytes) {
    throw new PactError(`is not a file of at most ${maxBytes} bytes`);
  }
  return readFile(path, 'utf8');
}

/**
 * Reads the uses of a file; none when there is no file.
 *
 * @throws {UsageError} when it is not a contract of the consumer that a simulator wrote
 */
async function readUses(path: string, consumer: string): Promise<NeededUse[]> {
  try {
    const text = await readText(path);
    return text === undefined ? [] : readPact(consumer, text);
  } catch (error) {
    const { message, advice } =
      error instanceof PactError ? error : new PactError(`can't be read: ${error}`);
    throw new UsageError(
      `The contract ${path} can't be added to, because it ${message}. ${advice}`,
    );
  }
}

/** Whether the process that created a lock is gone. */
async function isLeftBehind(lock: string): Promise<boolean> {
  const stats = await stat(lock).catch(orUndefined);
  const owner = await readFile(lock, 'utf8').catch(orUndefined);
  if (stats === undefined || owner === undefined) {
    return false;
  }
  const [host, pid] = owner.split(' ');
  if (host === hostname() && pid !== undefined) {
    try {
      process.kill(Number(pid), 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
        return true;
      }
    }
  }
  return Date.now() - stats.mtimeMs > maxLocked;
}

/** Creates a file that only one process can create. Returns whether it did. */
async function tryCreate(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx');
    await handle.writeFile(`${hostname()} ${process.pid}`);
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Removes a lock that was left behind; one process does at a time, so that none removes a new lock. */
async function removeLeftBehind(lock: string): Promise<void> {
  const guard = `${lock}.old`;
  if ((await isLeftBehind(lock)) && (await tryCreate(guard))) {
    try {
      if (await isLeftBehind(lock)) {
        await unlink(lock);
      }
    } finally {
      await unlink(guard);
    }
  }
}

/** @throws {UsageError} when other processes keep the lock for too long */
async function takeLock(lock: string): Promise<void> {
  const end = Date.now() + maxWait;
  while (!(await tryCreate(lock))) {
    if (Date.now() > end) {
      throw new UsageError(
        `Another process keeps the lock ${lock}. Delete it, and ${lock}.old, when no simulator is running.`,
      );
    }
    await removeLeftBehind(lock);
    await sleep(retryInterval);
  }
}

/** Creates a folder and those around it. With `recursive`, mkdir of Node.js 20 never ends in /proc. */
async function createFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder && (await stat(folder).catch(orUndefined)) === undefined) {
    await createFolder(parent);
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (error.code !== 'EEXIST') {
        throw error;
      }
    });
  }
}

/**
 * Runs `use` while no other process writes the contract.
 *
 * @throws {UsageError} when its folder can't be written
 */
async function withLock<Result>(
  { path, label }: OutputFile,
  use: () => Promise<Result>,
): Promise<Result> {
  const lock = join(dirname(path), `.${basename(path)}.lock`);
  try {
    await createFolder(dirname(path));
    await takeLock(lock);
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${label} can't be written: ${(error as Error).message}.`);
  }
  try {
    return await use();
  } finally {
    await unlink(lock);
  }
}

/**
 * Checks before a run that uses can be added to a file at its end.
 *
 * @throws {UsageError} when the file can't be written, or is not a contract of the consumer
 */
export async function checkPactFile(path: string, consumer: string): Promise<void> {
  await withLock(createFile(path), () => readUses(path, consumer));
}

/** What a run did to a file. */
export interface AddedUses {
  /** Number of uses in the file; with none, no file is written. */
  readonly total: number;
  /** Number of these that it had not before. */
  readonly added: number;
  /** Uses in the file that the run did not see, as sentences. */
  readonly unseen: readonly string[];
}

/**
 * Adds uses to a contract. Processes can add to the same file at the same time.
 *
 * @throws {UsageError} when the file can't be written, or is not a contract of the consumer
 */
export function addToPactFile(
  path: string,
  consumer: string,
  uses: readonly NeededUse[],
): Promise<AddedUses> {
  const file = createFile(path);
  return withLock(file, async () => {
    const before = mergeUses(await readUses(path, consumer));
    const merged = mergeUses(before, uses);
    // Verifiers refuse a contract without uses.
    if (merged.length > 0) {
      await saveFile(file, formatPact(consumer, merged));
    }
    const seen = new Set(uses.map(({ use }) => formatUse(use)));
    const unseen = before.filter(({ use }) => !seen.has(formatUse(use))).map(describeUse);
    return { total: merged.length, added: merged.length - before.length, unseen: unseen.sort() };
  });
}
