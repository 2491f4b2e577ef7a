/** The keys of the store, and the scripts: each does at once what must not be done in parts. */

/** Begins every key, with the version of the format. */
const prefix = 'animal-store:3';

/** The fingerprints of the simulators that use the store, by their last use. */
export const fingerprintsKey = `${prefix}:fingerprints`;

/** The keys of a fingerprint; those that a script uses together share a slot of a cluster. */
export function createKeys(fingerprint: string) {
  const own = `${prefix}:${fingerprint}`;
  return {
    /** A stream of entries, and a hash: the `checkpoint`, and the `size` of the entries after it. */
    sandbox: (name: string): [log: string, state: string] => [
      `${own}:{${name}}:log`,
      `${own}:{${name}}:state`,
    ],
    /** The sandboxes by their last use, what lists say about each, and those that were dropped. */
    index: [`${own}:{index}:used`, `${own}:{index}:info`, `${own}:{index}:dropped`] as const,
  };
}

export type StoreKeys = ReturnType<typeof createKeys>;

/** How many sandboxes a list has at most. */
const maxListed = 10_000;
/** How long a dropped sandbox is remembered, in milliseconds: until no late message can bring it back. */
export const droppedTtl = 10_000;

/** Whether the log has an entry with that identifier of that writer: then the caller knows all up to it. */
const hasEntry = `
local function hasEntry(id, by)
  local found = redis.call('XRANGE', KEYS[1], id, id)[1]
  return found and found[2][2] == by
end`;

export const scripts = {
  /**
   * Appends an entry, if there is one, and returns what the caller doesn't know: whether the store is full, the
   * size of the entries since the checkpoint, entries and, if the caller must load the sandbox, its checkpoint.
   * The store gives each entry an identifier that begins with the time.
   * Keys: log, state. Arguments: identifier and writer of the last known entry; writer, text, time to live.
   */
  appendEntry: `${hasEntry}
local isFull = 0
if ARGV[3] ~= '' then
  local added = redis.pcall('XADD', KEYS[1], '*', 'by', ARGV[3], 'do', ARGV[4])
  if type(added) == 'table' and added.err then
    if not string.find(added.err, 'OOM') then
      return added
    end
    isFull = 1
  else
    redis.call('HINCRBY', KEYS[2], 'size', #ARGV[4])
    redis.call('PEXPIRE', KEYS[1], ARGV[5])
    redis.call('PEXPIRE', KEYS[2], ARGV[5])
  end
end
local size = redis.call('HGET', KEYS[2], 'size') or ''
if hasEntry(ARGV[1], ARGV[2]) then
  return { isFull, size, redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+') }
end
local checkpoint = redis.call('HGET', KEYS[2], 'checkpoint') or ''
return { isFull, size, redis.call('XRANGE', KEYS[1], '-', '+'), checkpoint }`,

  /**
   * Keeps a checkpoint, and drops the entries before it: 1. If the log goes on from another entry by now, or has
   * a later checkpoint, 0. Keys: log, state. Arguments: identifier and writer of its last entry, text.
   */
  keepCheckpoint: `${hasEntry}
if not hasEntry(ARGV[1], ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[2], 'checkpoint', ARGV[3], 'size', 0)
redis.call('XTRIM', KEYS[1], 'MINID', ARGV[1])
return 1`,

  /**
   * Notes what lists say about sandboxes, and forgets those that expired. Keys: used, info, dropped. Arguments:
   * time to live, then name and text of each: the last entry that it takes into account, and a summary unless it
   * was dropped.
   */
  noteSandboxes: `
local function isNewer(one, other)
  local time, place = string.match(one, '^(%d+)%-(%d+)')
  local otherTime, otherPlace = string.match(other, '^(%d+)%-(%d+)')
  if time ~= otherTime then
    return tonumber(time) > tonumber(otherTime)
  end
  return tonumber(place) > tonumber(otherPlace)
end
local function forget(key, before)
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', before, 'LIMIT', 0, 1000)) do
    redis.call('ZREM', KEYS[1], name)
    redis.call('HDEL', KEYS[2], name)
    redis.call('ZREM', KEYS[3], name)
  end
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
forget(KEYS[3], now - ${droppedTtl})
forget(KEYS[1], now - ARGV[1])
for place = 2, #ARGV, 2 do
  local name, info = ARGV[place], ARGV[place + 1]
  local known = redis.call('HGET', KEYS[2], name)
  if not known or isNewer(info, known) then
    redis.call('HSET', KEYS[2], name, info)
    redis.call('ZADD', KEYS[1], now, name)
    if string.sub(info, -1) == ' ' then
      redis.call('ZADD', KEYS[3], now, name)
    else
      redis.call('ZREM', KEYS[3], name)
    end
  end
end
return 1`,

  /** Lists name and text of the sandboxes, the longest idle first. Keys: used, info, dropped. */
  listSandboxes: `
local result = {}
for _, name in ipairs(redis.call('ZRANGE', KEYS[1], -${maxListed}, -1)) do
  table.insert(result, name)
  table.insert(result, redis.call('HGET', KEYS[2], name) or ' ')
end
return result`,
} as const;

export type ScriptName = keyof typeof scripts;

/** How many keys a script has. */
export function countKeys(name: ScriptName): number {
  return name === 'appendEntry' || name === 'keepCheckpoint' ? 2 : 3;
}
