import { stringify } from 'lossless-json';
import { parseJsonValue } from '../document/json.js';
import type { AdmittedRequest } from '../engine/admit.js';
import type { ControlName } from '../engine/control.js';

/** What the store has: a log for each sandbox, an index of them, and scripts that must not be interrupted. */

/** Begins every key, with the version of the format. */
const prefix = 'animal-store:4';

/** The fingerprints of the simulators that use the store, by their last use. */
export const fingerprintsKey = `${prefix}:fingerprints`;

/** A stream: entries with commands, and now and then a checkpoint. */
export const createLogKey = (fingerprint: string, sandbox: string) =>
  `${prefix}:${fingerprint}:{${sandbox}}:log`;

/** How long a dropped sandbox is remembered, in milliseconds: until no late entry can bring it back. */
export const droppedTtl = 10_000;

/** A hash of what lists say about the sandboxes. */
export const createIndexKey = (fingerprint: string) => `${prefix}:${fingerprint}:index`;

/** Finds an entry by its identifier and its writer: in a log that began anew, no entry has both. */
const hasEntry = `
local function hasEntry(id, by)
  local found = redis.call('XRANGE', KEYS[1], id, id)[1]
  return found and found[2][2] == by
end`;

export const scripts = {
  /**
   * Appends an entry, if there is one, and returns whether the store is full, whether the caller must load the
   * whole log, and the entries that it doesn't know. The store gives each entry an identifier that begins with
   * the time. Arguments: identifier and writer of the last known entry; writer, text, time to live.
   */
  appendEntry: {
    numberOfKeys: 1,
    lua: `${hasEntry}
local isFull = 0
if ARGV[3] ~= '' then
  local added = redis.pcall('XADD', KEYS[1], '*', 'by', ARGV[3], 'command', ARGV[4])
  if type(added) == 'table' and added.err then
    if not string.find(added.err, 'OOM') then
      return added
    end
    isFull = 1
  else
    redis.call('PEXPIRE', KEYS[1], ARGV[5])
  end
end
if hasEntry(ARGV[1], ARGV[2]) then
  return { isFull, 0, redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+') }
end
return { isFull, 1, redis.call('XRANGE', KEYS[1], '-', '+') }`,
  },

  /**
   * Appends a checkpoint, and drops the entries before the one that it follows, unless a later checkpoint did.
   * Arguments: identifier and writer of that entry, text.
   */
  keepCheckpoint: {
    numberOfKeys: 1,
    lua: `${hasEntry}
if hasEntry(ARGV[1], ARGV[2]) then
  redis.call('XADD', KEYS[1], '*', 'by', 'checkpoint', 'checkpoint', ARGV[3])
  redis.call('XTRIM', KEYS[1], 'MINID', ARGV[1])
end`,
  },
};

export type ScriptName = keyof typeof scripts;

/** A control with data that are plain. */
export interface StoredControl {
  readonly type: ControlName;
  readonly data: unknown;
}

/** A command as the log has it. */
export type StoredCommand =
  | ({ readonly type: 'request' } & AdmittedRequest)
  | { readonly type: 'drop' }
  | StoredControl;

/** One entry of the log. */
export interface Entry {
  /** Begins with the time, in milliseconds since 1970. */
  readonly id: string;
  /** The writer and its counter. An entry that was delivered twice has equal ones. */
  readonly by: string;
  /** `command` or `checkpoint`. */
  readonly kind: string;
  readonly text: string;
}

/** @param entry as the store has it */
export function readEntry([id, [, by = '', kind = '', text = '']]: RawEntry): Entry {
  return { id, by, kind, text };
}

export type RawEntry = readonly [id: string, fields: readonly string[]];

/** The simulator's own words. */
const plainNames: readonly string[] = ['type', 'method', 'seededKey'];

/** Writes plain data as JSON; its integers keep all digits. */
export function writeData(value: unknown, redact = (text: string) => text): string {
  return stringify(value, (name, member) =>
    typeof member === 'string' && !plainNames.includes(name) ? redact(member) : member,
  ) as string;
}

/** Reads what `writeData` wrote. */
export const readData = <Data>(text: string) => parseJsonValue(text) as Data;
