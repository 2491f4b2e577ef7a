import type { LogEntry } from '../engine/sandbox/log-entry.js';
import {
  type CodecContext,
  decodeChange,
  encodeChange,
  listSeeded,
  type StoredChange,
} from './change-codec.js';
import { decodeExchange, encodeExchange, type StoredExchange } from './exchange-codec.js';

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

/** Writes an entry as one text: JSON, and the bodies as they are. */
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

/** An entry as JSON, and the bodies of its exchange. */
export interface ParsedEntry {
  readonly entry: StoredEntry;
  readonly bodies: string;
}

export function parseEntry(text: string): ParsedEntry {
  const end = text.indexOf(separator);
  const entry = JSON.parse(text.slice(0, end)) as StoredEntry;
  return { entry, bodies: text.slice(end + 1) };
}

/** Builds an entry whose pets are there. */
export function buildEntry(sandbox: string, parsed: ParsedEntry, context: CodecContext): LogEntry {
  const { time, changes = [], exchange } = parsed.entry;
  return {
    time,
    changes: changes.map((change) => decodeChange(change, context)),
    exchange: exchange && decodeExchange(sandbox, exchange, parsed.bodies),
  };
}
