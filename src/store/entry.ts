import { createHash } from 'node:crypto';
import type { AdmittedRequest } from '../engine/answer.js';
import { type StoredStart, storeStart } from '../engine/checkpoint.js';
import type { ControlData, ControlName } from '../engine/control.js';
import type { SandboxStart } from '../engine/sandbox.js';

/** A command as the log has it. */
export type StoredCommand =
  | ({ readonly type: 'request'; readonly creates: boolean } & AdmittedRequest)
  | { readonly type: 'drop' }
  | { readonly type: 'reset'; readonly data: StoredReset }
  | { readonly type: Exclude<ControlName, 'reset'>; readonly data: unknown };

interface StoredReset {
  readonly start: StoredStart;
  readonly test?: string | undefined;
}

export function storeControl<Name extends ControlName>(
  type: Name,
  data: ControlData<Name>,
): StoredCommand {
  if (type === 'reset') {
    const { start, test } = data as ControlData<'reset'>;
    return { type, data: { start: storeStart(start), test } };
  }
  return { type, data } as StoredCommand;
}

/** Where a log is: an entry, and who wrote it. In a log that began anew, no entry has both. */
export interface Position {
  /** Begins with the time, in milliseconds since 1970. */
  readonly id: string;
  /** The writer and its counter. */
  readonly by: string;
}

export const beginning: Position = { id: '0-0', by: '' };

/** One entry of the log: commands that a process appended together. */
export interface Entry extends Position {
  readonly time: number;
  readonly writer: string;
  /** Counts the entries of the writer. An entry that was delivered twice has an equal one. */
  readonly counter: number;
  readonly commands: readonly StoredCommand[];
  /** The characters of its text. */
  readonly size: number;
}

/** What the store gives: an identifier, and `by`, the writer, `do`, the commands. */
export type RawEntry = readonly [id: string, fields: readonly string[]];

/** Begins a text that stands for an integer which JSON.parse would round, or for a text that begins with it. */
const mark = '\u0001';
/** The simulator's own words. */
const plainNames: readonly string[] = ['type', 'method', 'seededKey'];

/** Writes plain data as JSON; its integers keep all digits. */
export function writeData(value: unknown, redact = (text: string) => text): string {
  return JSON.stringify(value, (name, member: unknown) => {
    if (typeof member === 'bigint') {
      return `${mark}${member}`;
    }
    if (typeof member !== 'string' || plainNames.includes(name)) {
      return member;
    }
    return member.startsWith(mark) ? mark + redact(member) : redact(member);
  });
}

/** Reads what `writeData` wrote. */
export function readData(text: string): unknown {
  if (!text.includes('"\\u0001')) {
    return JSON.parse(text);
  }
  return JSON.parse(text, (_name, member: unknown) => {
    if (typeof member !== 'string' || !member.startsWith(mark)) {
      return member;
    }
    return member.startsWith(mark + mark) ? member.slice(1) : BigInt(member.slice(1));
  });
}

/** @throws {Error} when no simulator wrote it */
export function readEntry([id, [, by = '', , text = '']]: RawEntry): Entry {
  const [writer = '', counter] = by.split(' ');
  const commands = readData(text);
  if (!Array.isArray(commands)) {
    throw new TypeError('This is no list of commands.');
  }
  const time = Number(id.split('-')[0]);
  return { id, by, time, writer, counter: Number(counter), commands, size: text.length };
}

/** Names what decides the answers of a process: others with an equal one can share its sandboxes. */
export function createFingerprint(
  version: string,
  { seeded, seed, settings: sandboxSettings, clock }: SandboxStart,
  settings: object,
): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([version, seed, sandboxSettings, clock, settings]));
  for (const pet of seeded.all) {
    hash.update(pet);
  }
  return hash.digest('hex').slice(0, 16);
}
