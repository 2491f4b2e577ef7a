import type { Change } from '../engine/sandbox/change.js';
import type { LogEntry } from '../engine/sandbox/log-entry.js';
import {
  type CodecContext,
  decodeChange,
  encodeChange,
  listPets,
  listSeeded,
  type StoredChange,
} from './change-codec.js';
import { decodeExchange, encodeExchange, type StoredExchange } from './exchange-codec.js';
import { readPets, readWithPets, writePets } from './pet-texts.js';

/** An entry as JSON, before the pets that it refers to are there. */
interface StoredEntry {
  readonly time: number;
  readonly changes?: readonly StoredChange[];
  readonly exchange?: StoredExchange;
  /** The hashes of seeded pets that the changes refer to. */
  readonly seeded?: readonly string[];
}

/** Ends the JSON, which has no line break. */
const separator = '\n';

/** The states of snapshots that were restored, whose pets may take megabytes. */
export const listRestored = (changes: readonly Change[]) =>
  changes.flatMap((change) => (change.type === 'restored' ? [change.state] : []));

function* listRestoredPets(changes: readonly Change[]): Generator<string> {
  for (const state of listRestored(changes)) {
    yield* listPets(state);
  }
}

/** Writes an entry without the pets that it restores as one text: JSON, and the bodies as they are. */
export function encodeEntry(entry: LogEntry, context: CodecContext): string {
  const { time, changes, exchange } = entry;
  const [stored, bodies] = exchange === undefined ? [undefined, ''] : encodeExchange(exchange);
  const seeded = changes.flatMap(listSeeded).map((pets) => context.pets.hashOf(pets));
  const json: StoredEntry = {
    time,
    ...(changes.length > 0 && { changes: changes.map((change) => encodeChange(change, context)) }),
    ...(seeded.length > 0 && { seeded }),
    ...(stored !== undefined && { exchange: stored }),
  };
  return `${JSON.stringify(json)}${separator}${bodies}`;
}

/** Writes an entry without an exchange: the pets that it restores follow. */
export async function encodeUpdate(
  entry: Omit<LogEntry, 'exchange'>,
  context: CodecContext,
): Promise<string> {
  const text = encodeEntry(entry, context);
  return listRestored(entry.changes).length === 0
    ? text
    : text + (await writePets(listRestoredPets(entry.changes), context.secrets));
}

/** An entry as JSON, and what follows: the bodies of its exchange, or the pets that it restores. */
export interface ParsedEntry {
  readonly entry: StoredEntry;
  readonly rest: string;
}

/** The rest of its shape shows when it is built. */
function isEntry(value: unknown): value is StoredEntry {
  return value instanceof Object && 'time' in value && typeof value.time === 'number';
}

/** @throws {Error} when no simulator wrote it */
export function parseEntry(text: string): ParsedEntry {
  const end = text.indexOf(separator);
  const entry: unknown = JSON.parse(text.slice(0, end));
  if (!isEntry(entry)) {
    throw new Error('The entry has no time.');
  }
  return { entry, rest: text.slice(end + 1) };
}

/** Reads the pets that an entry restores. */
export async function readRestoredPets(
  { entry: { changes = [] }, rest }: ParsedEntry,
  { secrets }: CodecContext,
): Promise<readonly string[]> {
  return changes.some(({ type }) => type === 'restored') ? readPets(rest, secrets) : [];
}

/**
 * Builds an entry whose seeded pets are there.
 *
 * @param restoredPets those that it restores
 * @throws {Error} when no simulator wrote it
 */
export function buildEntry(
  sandbox: string,
  { entry: { time, changes = [], exchange }, rest }: ParsedEntry,
  restoredPets: readonly string[],
  context: CodecContext,
): LogEntry {
  return {
    time,
    changes: readWithPets(restoredPets, (nextPet) =>
      changes.map((change) => decodeChange(change, nextPet, context)),
    ),
    exchange: exchange && decodeExchange(sandbox, exchange, rest),
  };
}
