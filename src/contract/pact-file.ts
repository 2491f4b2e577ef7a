import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveFile } from '../options/files.js';
import { UsageError } from '../options/usage-error.js';
import { describeUse, formatPact, PactError, readPact } from './pact.js';
import { formatUse, mergeUses, type NeededUse } from './use.js';

/** Maximum time to wait for other processes, each of which takes some milliseconds. */
const maxWait = 10_000;
/** Time until a lock is tried again, in milliseconds. */
const retryInterval = 20;

/**
 * Reads the uses of a file; none when there is no file.
 *
 * @throws {UsageError} when it is not a contract of the consumer that a simulator wrote
 */
async function readUses(path: string, consumer: string): Promise<NeededUse[]> {
  try {
    return readPact(consumer, await readFile(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') {
      return [];
    }
    const known =
      code === 'EISDIR'
        ? new PactError('is a folder', 'Name a file in it, such as shop.json.')
        : error;
    const { message, advice } =
      known instanceof PactError ? known : new PactError(`can't be read: ${error}`);
    throw new UsageError(
      `The contract ${path} can't be added to, because it ${message}. ${advice}`,
    );
  }
}

/** Creates a folder that only one process can create, and waits until it can. */
async function takeLock(lock: string): Promise<void> {
  for (const end = Date.now() + maxWait; ; await sleep(retryInterval)) {
    try {
      return await mkdir(lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw error;
      }
    }
    if (Date.now() > end) {
      throw new UsageError(
        `Another process keeps the lock ${lock}. Delete it when no simulator is running.`,
      );
    }
  }
}

/**
 * Runs `use` while no other process writes the contract.
 *
 * @throws {UsageError} when its folder can't be written
 */
async function withLock<Result>(path: string, use: () => Promise<Result>): Promise<Result> {
  const lock = join(dirname(path), `.${basename(path)}.lock`);
  try {
    await mkdir(dirname(path), { recursive: true });
    await takeLock(lock);
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`The contract ${path} can't be written: ${(error as Error).message}.`);
  }
  try {
    return await use();
  } finally {
    await rmdir(lock);
  }
}

/**
 * Checks before a run that uses can be added to a file at its end.
 *
 * @throws {UsageError} when the file can't be written, or is not a contract of the consumer
 */
export async function checkPactFile(path: string, consumer: string): Promise<void> {
  await withLock(path, () => readUses(path, consumer));
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
  return withLock(path, async () => {
    const before = mergeUses(await readUses(path, consumer));
    const merged = mergeUses(before, uses);
    // Verifiers refuse a contract without uses.
    if (merged.length > 0) {
      const file = { path, label: `The contract ${path}` };
      await saveFile(file, formatPact(consumer, merged));
    }
    const seen = new Set(uses.map(({ use }) => formatUse(use)));
    const unseen = before.filter(({ use }) => !seen.has(formatUse(use))).map(describeUse);
    return { total: merged.length, added: merged.length - before.length, unseen: unseen.sort() };
  });
}
