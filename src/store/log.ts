import { stringify } from 'lossless-json';
import { parseWrittenJson } from '../document/json.js';
import type { AdmittedRequest } from '../engine/admit.js';
import type { ControlName } from '../engine/control.js';

/** What the store has: a log for each sandbox, an index of them, and scripts that must not be interrupted. */

/** Begins every key, with the version of the format. */
const prefix = 'animal-store:6';

/** The fingerprints of the simulators that use the store, by their last use. */
export const fingerprintsKey = `${prefix}:fingerprints`;

/** A stream: entries with commands, and now and then a checkpoint. */
export const createLogKey = (fingerprint: string, sandbox: string) =>
  `${prefix}:${fingerprint}:{${sandbox}}:log`;

/** How long a dropped sandbox is remembered, in milliseconds: until no late entry can bring it back. */
export const droppedTtl = 10_000;

/** A hash of what lists say about the sandboxes. */
export const createIndexKey = (fingerprint: string) => `${prefix}:${fingerprint}:rows`;

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
   * identifier and writer of the last known entry; time to live of the log; writer and text of each entry.
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

  /**
   * Writes rows of the index unless they are older than its own. To list, it forgets those that expired, and returns
   * all but those of drops. Keys: the index, fingerprints. Arguments: fingerprint; times to live of rows and of
   * drops; whether to list; name and row of each.
   */
  syncIndex: {
    numberOfKeys: 2,
    lua: `
local function readId(row)
  local time, count = string.match(row or '', '^(%d+)-(%d+)')
  return tonumber(time or 0), tonumber(count or 0)
end
local seconds, micros = unpack(redis.call('TIME'))
local now = seconds * 1000 + math.floor(micros / 1000)
for index = 5, #ARGV, 2 do
  local name, row = ARGV[index], ARGV[index + 1]
  local time, count = readId(row)
  local knownTime, knownCount = readId(redis.call('HGET', KEYS[1], name))
  if time > knownTime or (time == knownTime and count > knownCount) then
    -- First what takes no memory: after it, a full store allows the rest.
    redis.call('HDEL', KEYS[1], name)
    redis.call('HSET', KEYS[1], name, row)
  end
  redis.call('ZADD', KEYS[2], now, ARGV[1])
end
local all = ARGV[4] == 'list' and redis.call('HGETALL', KEYS[1]) or {}
local result = {}
for index = 1, #all, 2 do
  local name, row = all[index], all[index + 1]
  local isDropped = string.sub(row, -1) == ' '
  if readId(row) < now - ARGV[isDropped and 3 or 2] then
    redis.call('HDEL', KEYS[1], name)
  elseif not isDropped then
    table.insert(result, { name, row })
  end
end
for index = 1, 2 do
  redis.call('PEXPIRE', KEYS[index], math.max(ARGV[2], ARGV[3]))
end
return result`,
  },
};

export type ScriptName = keyof typeof scripts;

/** A command as the log has it, with plain data. */
export type StoredCommand =
  | ({ readonly type: 'request' } & AdmittedRequest)
  | { readonly type: 'drop' }
  | { readonly type: ControlName; readonly data: unknown };

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

/** Writes plain data as JSON; its integers keep all digits. */
export const writeData = (value: unknown) => stringify(value) as string;

/** Reads what `writeData` wrote. */
export const readData = <Data>(text: string) => parseWrittenJson(text) as Data;
