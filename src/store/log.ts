import { stringify } from 'lossless-json';
import { parseWrittenJson } from '../document/json.js';
import type { AdmittedRequest } from '../engine/admit.js';
import type { ControlName } from '../engine/control.js';

/** What the store has: a log for each sandbox, an index of them, and scripts that must not be interrupted. */

/** Begins every key, with the version of the format. */
const prefix = 'animal-store:5';

/** The fingerprints of the simulators that use the store, by their last use. */
export const fingerprintsKey = `${prefix}:fingerprints`;

/** A stream: entries with commands, and now and then a checkpoint. */
export const createLogKey = (fingerprint: string, sandbox: string) =>
  `${prefix}:${fingerprint}:{${sandbox}}:log`;

/** How long a dropped sandbox is remembered, in milliseconds: until no late entry can bring it back. */
export const droppedTtl = 10_000;

/** A hash of what lists say about the sandboxes, and the times of their last uses and of their drops. */
export const createIndexKeys = (fingerprint: string) =>
  [
    `${prefix}:${fingerprint}:rows`,
    `${prefix}:${fingerprint}:used`,
    `${prefix}:${fingerprint}:dropped`,
  ] as const;

/** The time of an entry, in milliseconds since 1970. */
export const getTime = (id: string) => Number(id.split('-')[0]);

/** Finds an entry by its identifier and its writer: in a log that began anew, no entry has both. */
const hasEntry = `
local function hasEntry(id, by)
  local found = redis.call('XRANGE', KEYS[1], id, id)[1]
  return found and found[2][2] == by
end`;

export const scripts = {
  /**
   * Appends entries, and returns whether the store is full, whether the caller must load the whole log, and the
   * entries that it doesn't know. The store gives each entry an identifier that begins with the time. Arguments:
   * identifier and writer of the last known entry; time to live; writer and text of each entry.
   */
  appendEntries: {
    numberOfKeys: 1,
    lua: `${hasEntry}
local isFull = 0
if #ARGV == 3 then
  -- A write that changes nothing: a node that is no longer the master refuses it, and so answers no reads.
  redis.call('XTRIM', KEYS[1], 'MINID', '0')
end
for index = 4, #ARGV, 2 do
  local added = redis.pcall('XADD', KEYS[1], '*', 'by', ARGV[index], 'command', ARGV[index + 1])
  if type(added) == 'table' and added.err then
    if not string.find(added.err, 'OOM') then
      return added
    end
    isFull = 1
    break
  end
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
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

  /** Lets the log of a dropped sandbox expire, unless entries followed. Arguments: the entry; time to live. */
  expireDropped: {
    numberOfKeys: 1,
    lua: `
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last and last[1] == ARGV[1] then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end`,
  },

  /**
   * Writes rows of the index unless they are older than its own, forgets those that expired, and returns the time,
   * the number of sandboxes, and the names and rows that changed. Keys: the index, fingerprints. Arguments:
   * fingerprint; times to live of rows and of drops; time of the last call; name, entry and summary of each row.
   */
  syncIndex: {
    numberOfKeys: 4,
    lua: `
local function read(text)
  local time, count = string.match(text or '', '^(%d+)-(%d+)')
  return tonumber(time or 0), tonumber(count or 0)
end
local seconds, micros = unpack(redis.call('TIME'))
local now = seconds * 1000 + math.floor(micros / 1000)
for index = 2, 3 do
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[index], '-inf', now - ARGV[index])) do
    redis.call('HDEL', KEYS[1], name)
    redis.call('ZREM', KEYS[index], name)
  end
end
for index = 5, #ARGV, 3 do
  local name, at, summary = ARGV[index], ARGV[index + 1], ARGV[index + 2]
  local time, count = read(at)
  local knownTime, knownCount = read(redis.call('HGET', KEYS[1], name))
  if time > knownTime or (time == knownTime and count > knownCount) then
    local isDropped = summary == ''
    -- First what takes no memory: after it, a full store allows the rest.
    redis.call('ZREM', KEYS[isDropped and 2 or 3], name)
    redis.call('HSET', KEYS[1], name, at .. ' ' .. summary)
    redis.call('ZADD', KEYS[isDropped and 3 or 2], now, name)
  end
  redis.call('ZADD', KEYS[4], now, ARGV[1])
end
local result = { now, redis.call('ZCARD', KEYS[2]) }
for index = 2, 3 do
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[index], ARGV[4], '+inf')) do
    table.insert(result, name)
    table.insert(result, redis.call('HGET', KEYS[1], name) or '')
  end
end
for index = 1, 4 do
  redis.call('PEXPIRE', KEYS[index], math.max(ARGV[2], ARGV[3]))
end
return result`,
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

/** Writes plain data as JSON; its integers keep all digits. */
export const writeData = (value: unknown) => stringify(value) as string;

/** Reads what `writeData` wrote. */
export const readData = <Data>(text: string) => parseWrittenJson(text) as Data;
