import { mkdir, readFile, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { escapeUnprintable, formatCount } from '../document/format.js';
import { saveFile } from '../options/files.js';
import { UsageError } from '../options/usage-error.js';
import { describeEnds, writeInteractions } from './interactions.js';
import { formatPact } from './pact.js';
import type { LeftOut } from './recorder.js';
import { formatUse, mergeUses, type Use } from './use.js';

/** Maximum time to wait for other processes, each of which takes some milliseconds. */
const maxWait = 10_000;
/** Time until a lock is tried again, in milliseconds. */
const retryInterval = 20;

/** The contract to which a run added its uses. */
export interface SavedPact {
  readonly path: string;
  readonly consumer: string;
  /** Number of uses in the file; with none, no file is written. */
  readonly total: number;
  /** Number of these that it had not before. */
  readonly added: number;
  /** When operations that the file uses end, as sentences. */
  readonly deprecated: readonly string[];
  /** Uses in the file that the run did not see, as sentences. */
  readonly unseen: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** Reads the uses of a contract. */
const parseUses = (text: string): Use[] =>
  mergeUses(
    JSON.parse(text).interactions.map((one: { comments: { use: Use } }) => one.comments.use),
  );

/**
 * Reads the uses of a file; none when there is no file.
 *
 * @throws {UsageError} when it is not a contract of the consumer that a simulator wrote
 */
async function readUses(path: string, consumer: string): Promise<Use[]> {
  const refuse = (reason: string, advice = 'Delete it, or name another file.') =>
    new UsageError(`The contract ${path} can't be added to, because it ${reason}. ${advice}`);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return formatPact(consumer, []);
    }
    throw refuse(`can't be read (${error.code})`, 'Name a file, such as contracts/shop.json.');
  });
  try {
    const uses = parseUses(text);
    // Whatever else is in the file would be lost.
    if (isDeepStrictEqual(JSON.parse(text), JSON.parse(formatPact(consumer, uses)))) {
      return uses;
    }
  } catch {
    // The same message is for both.
  }
  throw refuse(
    `was changed, or was not recorded for the consumer ${JSON.stringify(consumer)} by this version of the ` +
      'simulator',
  );
}

/**
 * Runs `use` while no other process writes the contract: only one can create the folder of the lock.
 *
 * @throws {UsageError} when its folder can't be written
 */
async function withLock<Result>(path: string, use: () => Promise<Result>): Promise<Result> {
  const lock = join(dirname(path), `.${basename(path)}.lock`);
  const fail = ({ message }: Error) => {
    throw new UsageError(`The contract ${path} can't be written: ${message}.`);
  };
  await mkdir(dirname(path), { recursive: true }).catch(fail);
  for (const end = Date.now() + maxWait; ; await sleep(retryInterval)) {
    try {
      await mkdir(lock);
      break;
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST';
      const advice = `another process has its lock; delete ${lock} when no simulator is running`;
      if (!isTaken || Date.now() > end) {
        fail(isTaken ? new Error(advice) : (error as Error));
      }
    }
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

/**
 * Adds uses to a contract. Processes can add to the same file at the same time.
 *
 * @throws {UsageError} when the file can't be written, or is not a contract of the consumer
 */
export function addToPactFile(
  path: string,
  consumer: string,
  uses: readonly Use[],
): Promise<Pick<SavedPact, 'total' | 'added' | 'deprecated' | 'unseen'>> {
  return withLock(path, async () => {
    const before = await readUses(path, consumer);
    const merged = mergeUses([...before, ...uses]);
    // Verifiers refuse a contract without uses.
    if (merged.length > 0) {
      await saveFile(path, `The contract ${path}`, formatPact(consumer, merged));
    }
    const seen = new Set(uses.map(formatUse));
    const unseen = before
      .filter((use) => !seen.has(formatUse(use)))
      .map((use) => `${writeInteractions(use)[0]?.description}`);
    const added = merged.length - before.length;
    const deprecated = describeEnds(merged);
    return { total: merged.length, added, deprecated, unseen: unseen.sort() };
  });
}

const formatList = (head: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [head, ...lines.map((line) => `  ${escapeUnprintable(line)}`)];

/** Formats the contract of a run for people: its uses, and those that it doesn't have. */
export function formatPactSummary(summary: SavedPact): string {
  const { path, consumer, total, added, deprecated, unseen, leftOut } = summary;
  const head =
    total === 0
      ? `The contract ${path} is not written, because no request of ${consumer} got into it.`
      : `The contract ${path} has ${formatCount(total, 'use')} of ${consumer}` +
        `${added === 0 ? '' : `, ${added} of them new`}.`;
  const excluded = formatList(
    `${formatCount(leftOut.length, 'use')} ${leftOut.length === 1 ? 'is' : 'are'} not in the contract:`,
    leftOut.map(({ reason, request }) => `${reason}: ${request}`),
  );
  const gone = formatList(
    `${formatCount(unseen.length, 'use')} of it did not occur in this run. To drop what is no longer ` +
      'used, delete the file and run all tests:',
    unseen,
  );
  return `${[head, ...deprecated, ...excluded, ...gone].join('\n')}\n`;
}

/** Formats the contract of a run as one line of a JSON log. */
export function formatPactSummaryJson(summary: SavedPact): string {
  return `${JSON.stringify({ time: new Date(), level: 'info', contract: summary })}\n`;
}
