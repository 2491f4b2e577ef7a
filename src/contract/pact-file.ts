import { mkdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { saveFile } from '../base/files.js';
import { type JsonValue, parseJson } from '../base/json.js';
import { pause, realTime } from '../base/real-time.js';
import { attempt, escapeUnprintable, formatCount } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import { type Interaction, writeInteraction } from './interaction.js';
import { formatPact, recordedBy } from './pact.js';
import type { ExcludedRequest } from './recorder.js';
import { type RecordedRequirement, withNeeds } from './response-parts.js';

/** Maximum time to wait for other processes, each of which takes some milliseconds. */
const maxLockWait = 10_000;
/** Time until a lock is tried again, in milliseconds. */
const lockRetryInterval = 20;

/** The contract to which a run added its interactions. */
export type SavedPact = Awaited<ReturnType<typeof addToPactFile>>;

/** A contract in a file, as far as a simulator looks at it. */
interface PactFile {
  readonly consumer: { readonly name: string };
  readonly interactions: readonly Interaction[];
  readonly metadata: Readonly<Record<string, JsonValue>>;
}

/**
 * Reads the interactions of a file, with all digits; none when there is no file.
 *
 * @throws {UsageError} when it is not a contract of the consumer that a simulator wrote
 */
async function readInteractions(path: string, consumer: string): Promise<readonly Interaction[]> {
  const refuse = (reason: string, advice = 'Delete it, or name another file.') =>
    new UsageError(`The contract ${path} can't be added to, because it ${reason}. ${advice}`);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return formatPact(consumer, []);
    }
    throw refuse(
      `can't be read (${error.code ?? error.message})`,
      'Name a file, such as contracts/shop.json.',
    );
  });
  const recorded = attempt(() => {
    const found = parseJson(text) as unknown as PactFile;
    const { metadata, interactions } = found;
    const isRecorded = isDeepStrictEqual({ ...metadata, ...recordedBy }, metadata);
    const isOfConsumer = isRecorded && found.consumer.name === consumer;
    return isOfConsumer && interactions.every(isInteraction) ? interactions : undefined;
  });
  if (recorded === undefined) {
    throw refuse(
      `was not recorded for the consumer ${JSON.stringify(consumer)} by this version of the simulator`,
    );
  }
  return recorded;
}

const isInteraction = ({ description, comments }: Interaction) =>
  typeof description === 'string' && Array.isArray(comments.needs);

/** True if another process has the lock; on Windows, a folder that is being removed can't be created, either. */
export const isLocked = ({ code }: NodeJS.ErrnoException, platform = process.platform) =>
  code === 'EEXIST' || (platform === 'win32' && ['EPERM', 'EBUSY', 'EACCES'].includes(`${code}`));

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
  const isTaken = (error: NodeJS.ErrnoException) => isLocked(error) || fail(error);
  const end = realTime.Date.now() + maxLockWait;
  await mkdir(dirname(path), { recursive: true }).catch(fail);
  while (await mkdir(lock).then(() => false, isTaken)) {
    if (realTime.Date.now() > end) {
      const advice = `delete ${lock} when no simulator is running`;
      fail(new Error(`another process has its lock; ${advice}`));
    }
    await pause(lockRetryInterval);
  }
  try {
    return await use();
  } finally {
    await rm(lock, { recursive: true, maxRetries: 10, retryDelay: lockRetryInterval });
  }
}

/**
 * Adds requirements to a contract. Interactions that they don't concern stay as they are. Processes can add to
 * the same file at the same time. Without any, it checks before a run that they can be added at its end.
 *
 * @throws {UsageError} when the file can't be written, or is not a contract of the consumer
 */
export function addToPactFile(
  path: string,
  consumer: string,
  seen: readonly RecordedRequirement[] = [],
  excluded: readonly ExcludedRequest[] = [],
) {
  return withLock(path, async () => {
    const before = await readInteractions(path, consumer);
    const merged = new Map(before.map((one) => [one.description, one]));
    for (const one of seen) {
      const known = merged.get(one.sentence);
      // The file knows better what is needed than a run that doesn't say it, such as one that failed.
      if (known === undefined || !one.isAssumed) {
        const needs = [...(known?.comments.needs ?? []), ...one.needs];
        merged.set(one.sentence, writeInteraction(withNeeds(one, needs)));
      }
    }
    const all = [...merged.values()];
    const isWidened = ({ description, comments: { needs } }: Interaction) =>
      merged.get(description)?.comments.needs?.length !== needs?.length;
    // With nothing to add, the file stays as it was; verifiers refuse a contract without interactions.
    if (seen.length > 0) {
      await saveFile(path, `The contract ${path}`, formatPact(consumer, all));
    }
    return {
      path,
      consumer,
      /** Number of interactions in the file; with none, no file is written. */
      total: all.length,
      /** Number of these that it had not before. */
      added: all.length - before.length,
      /** When operations in the file end, as sentences. */
      deprecated: [...new Set(all.flatMap(({ comments: { text = [] } }) => text))],
      /** Interactions in the file that did not occur in the run. */
      unseen: before
        .map(({ description }) => description)
        .filter((description) => !seen.some(({ sentence }) => sentence === description)),
      /** Interactions in the file that now need more of the response. */
      widened: before.filter(isWidened).map(({ description }) => description),
      excluded,
    };
  });
}

const formatList = (head: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [head, ...lines.map((line) => `  ${escapeUnprintable(line)}`)];

/** Formats the contract of a run for people: its interactions, and the requests that it doesn't have. */
export function formatPactSummary(summary: SavedPact): string {
  const { path, consumer, total, added, deprecated, unseen, widened, excluded } = summary;
  const head =
    total === 0
      ? `The contract ${path} was not written: none of ${consumer}'s requests can be part of a contract.`
      : `The contract ${path} has ${formatCount(total, 'interaction')} of ${consumer}` +
        `${added === 0 ? '' : `, ${added} of them new`}.`;
  const others = formatList(
    'Requests that are not in the contract:',
    excluded.map(({ reason, request }) => `${reason}: ${request}`),
  );
  const more = formatList('Interactions that need more of the response than before:', widened);
  const gone = formatList(
    `${formatCount(unseen.length, 'interaction')} of it did not occur in this run. To drop what is no longer ` +
      'used, delete the file and run all tests:',
    unseen,
  );
  return `${[head, ...deprecated, ...others, ...more, ...gone].join('\n')}\n`;
}
