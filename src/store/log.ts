import { stringify } from 'lossless-json';
import type { AdmittedRequest } from '../engine/admit.js';
import type { ControlName } from '../engine/control.js';

/** Contents of the store: a log for each sandbox, an index of them, and scripts that must not be interrupted. */

/** Begins every key, with the version of the format. */
const keyPrefix = 'animal-store:7';

/** The fingerprints of the simulators that use the store, by their last use. */
export const fingerprintsKey = `${keyPrefix}:fingerprints`;

/** A stream: entries with commands, and now and then a checkpoint. */
export const createLogKey = (fingerprint: string, sandbox: string) =>
  `${keyPrefix}:${fingerprint}:{${sandbox}}:log`;

/** Time that a dropped sandbox is remembered, in milliseconds: until no late entry can bring it back. */
export const droppedTtl = 10_000;

/** A log that belongs to no sandbox: a connection proves on it that requests can be answered. */
export const probeKey = `${keyPrefix}:probe`;

/** A hash with a row for each sandbox, and a sorted set of their names by the time of the last change. */
export const createIndexKeys = (fingerprint: string) =>
  [`${keyPrefix}:${fingerprint}:rows`, `${keyPrefix}:${fingerprint}:changes`] as const;

/** Finds an entry by its identifier and its writer: in a log that began anew, no entry has both. */
const hasEntry = `
local function hasEntry(id, by)
  local found = redis.call('XRANGE', KEYS[1], id, id)[1]
  return found and found[2][2] == by
end`;

export const scripts = {
  /**
   * Appends entries, and returns whether the store is full, whether the caller must load the whole log, the
   * entries that it doesn't know, and the time in milliseconds. The store gives each entry an identifier that begins
   * with the time. Arguments: identifier and writer of the last known entry; time to live of the log; writer and
   * text of each entry.
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
local seconds, micros = unpack(redis.call('TIME'))
local now = seconds * 1000 + math.floor(micros / 1000)
if hasEntry(ARGV[1], ARGV[2]) then
  return { isFull, 0, redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+'), now }
end
return { isFull, 1, redis.call('XRANGE', KEYS[1], '-', '+'), now }`,
  },

  /**
   * Appends a checkpoint, and drops the entries before the one that it follows, unless a later checkpoint did.
   * Arguments: identifier and writer of that entry, text.
   */
  keepCheckpoint: {
    numberOfKeys: 1,
    lua: `${hasEntry}
if hasEntry(ARGV[1], ARGV[2]) then
  -- A full store allows what frees memory, and after it the rest.
  redis.call('XTRIM', KEYS[1], 'MINID', ARGV[1])
  redis.call('XADD', KEYS[1], '*', 'by', 'checkpoint', 'checkpoint', ARGV[3])
end`,
  },

  /**
   * Writes rows of the index unless they are older than its own, and forgets those that expired. Keys: rows, changes,
   * fingerprints. Arguments: fingerprint; time to live of rows; name and row of each.
   */
  writeRows: {
    numberOfKeys: 3,
    lua: `
local function readId(row)
  local time, count = string.match(row or '', '^(%d+)-(%d+)')
  return tonumber(time or 0), tonumber(count or 0)
end
local seconds, micros = unpack(redis.call('TIME'))
local now = seconds * 1000000 + micros
-- In microseconds, each later than all others: a reader goes on after the last one that it knows.
local changed = tonumber(redis.call('ZREVRANGE', KEYS[2], 0, 0, 'WITHSCORES')[2] or 0)
for index = 3, #ARGV, 2 do
  local name, row = ARGV[index], ARGV[index + 1]
  local time, count = readId(row)
  local knownTime, knownCount = readId(redis.call('HGET', KEYS[1], name))
  if time > knownTime or (time == knownTime and count > knownCount) then
    changed = math.max(now, changed + 1)
    -- First what takes no memory: after it, a full store allows the rest.
    redis.call('HDEL', KEYS[1], name)
    redis.call('HSET', KEYS[1], name, row)
    redis.call('ZADD', KEYS[2], changed, name)
  end
end
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[2] * 1000, 'LIMIT', 0, 100)) do
  redis.call('HDEL', KEYS[1], name)
  redis.call('ZREM', KEYS[2], name)
end
redis.call('ZADD', KEYS[3], math.floor(now / 1000), ARGV[1])
for index = 1, 3 do
  redis.call('PEXPIRE', KEYS[index], ARGV[2])
end`,
  },

  /**
   * Reads the next rows that changed after one that the caller knows, and returns whether they are the first of all
   * rows, as the caller knows none or the store lost its row; the time in milliseconds; and name, row and time of
   * change of each. Keys: rows, changes. Arguments: name and time of change of the known row; maximum number.
   */
  readRows: {
    numberOfKeys: 2,
    lua: `
-- A write that changes nothing: a node that is no longer the master refuses it.
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '-1')
local known = redis.call('ZSCORE', KEYS[2], ARGV[1])
local isWhole = not known or tonumber(known) < tonumber(ARGV[2])
local found = redis.call(
  'ZRANGEBYSCORE', KEYS[2], isWhole and '-inf' or '(' .. ARGV[2], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[3])
local rows = {}
for index = 1, #found, 2 do
  table.insert(rows, { found[index], redis.call('HGET', KEYS[1], found[index]), found[index + 1] })
end
local seconds, micros = unpack(redis.call('TIME'))
return { isWhole and 1 or 0, seconds * 1000 + math.floor(micros / 1000), rows }`,
  },
};

export type ScriptName = keyof typeof scripts;

/** A command as the log has it, with plain data. */
export type StoredCommand =
  | ({ readonly type: 'request' } & AdmittedRequest)
  | { readonly type: 'drop' }
  | { readonly type: ControlName; readonly data: unknown };

export interface Entry {
  /** Begins with the time, in milliseconds since 1970. */
  readonly id: string;
  /** The writer and its counter. An entry that was delivered twice has equal ones. */
  readonly by: string;
  /** `command` or `checkpoint`. */
  readonly kind: string;
  readonly text: string;
}

/** Writes plain data as JSON; its integers keep all digits. */
export const writeData = (value: unknown) => stringify(value) as string;
