/** The keys of the store, and the scripts: each does at once what must not be done in parts. */

/** Begins every key, with the version of the format: processes of another version have other sandboxes. */
const prefix = 'animal-store:2';

/**
 * The keys of a sandbox, which share a slot of a cluster: `meta` (a hash: the `head` of the log, the version of
 * the `checkpoint`, and `info` for lists), `log` (a stream) and `checkpoint`. The identifier of an entry is
 * `<version>-<nonce>`: versions count from 1, and no two entries ever have the same nonce. So an equal head means
 * an equal log, even if the sandbox was dropped and created again meanwhile, or the store lost its last writes in
 * a failover.
 */
export function createSandboxKeys(name: string): [meta: string, log: string, checkpoint: string] {
  const own = `${prefix}:{${name}}`;
  return [`${own}:meta`, `${own}:log`, `${own}:checkpoint`];
}

export const createPetsKey = (hash: string) => `${prefix}:pets:${hash}`;

/** The sandboxes by their last use. */
export const indexKey = `${prefix}:index`;

/** The channel of a sandbox. Channels have no databases, so the name has one. */
export const createChannel = (database: number, name: string) =>
  `${prefix}:${database}:changed:${name}`;

/** Returns the entries after the one of `id`, or 0 when the log doesn't have that. */
const readAfter = `
local function readAfter(log, id, count)
  if #redis.call('XRANGE', log, id, id) == 0 then
    return 0
  end
  return redis.call('XRANGE', log, '(' .. id, '+', 'COUNT', count)
end`;

/** Adds entries: pairs of identifier and text, from the argument `first` on. */
const addEntries = `
local function addEntries(first, info)
  for place = first, #ARGV, 2 do
    redis.call('XADD', KEYS[2], ARGV[place], 'e', ARGV[place + 1])
  end
  redis.call('HSET', KEYS[1], 'head', ARGV[#ARGV - 1], 'info', info)
end`;

const expire = `
local function expire(ttl)
  for _, key in ipairs(KEYS) do
    redis.call('PEXPIRE', key, ttl)
  end
end`;

/** How many missed entries are returned at once. */
const maxMissed = 64;

export const scripts = {
  /**
   * Appends entries if the head is the expected one: 1. If not, the missed entries, or 0 to load again.
   * Arguments: head, info, ttl (0 to leave it), channel, message, then the entries.
   */
  appendEntries: `${readAfter}${addEntries}${expire}
if redis.call('HGET', KEYS[1], 'head') ~= ARGV[1] then
  return readAfter(KEYS[2], ARGV[1], ${maxMissed})
end
addEntries(6, ARGV[2])
if ARGV[3] ~= '0' then
  expire(ARGV[3])
end
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1`,

  /**
   * Creates a sandbox with its first entries: 1. If it exists, 0.
   * Arguments: checkpoint, info, ttl, channel, message, then the entries.
   */
  createSandbox: `${addEntries}${expire}
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('SET', KEYS[3], ARGV[1])
addEntries(6, ARGV[2])
redis.call('HSET', KEYS[1], 'checkpoint', 0)
expire(ARGV[3])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1`,

  /** Returns the version of the checkpoint, its text and the head; 0 if there is no sandbox. */
  loadSandbox: `
local meta = redis.call('HMGET', KEYS[1], 'checkpoint', 'head')
if not meta[2] then
  return 0
end
return { meta[1], redis.call('GET', KEYS[3]), meta[2] }`,

  /** Returns the first entries of the log. Arguments: how many. */
  readFirst: `return redis.call('XRANGE', KEYS[2], '-', '+', 'COUNT', ARGV[1])`,

  /** Returns the entries after a head; 0 to load again. Arguments: head, how many. */
  readMissed: `${readAfter}
return readAfter(KEYS[2], ARGV[1], ARGV[2])`,

  /**
   * Keeps a checkpoint, and drops the entries before one that nothing needs any more: 1. If the log goes on
   * from another entry by now, or has a later checkpoint, 0. Arguments: the identifier of the entry that
   * the checkpoint follows, its version, the text, the identifier of the first entry to keep.
   */
  keepCheckpoint: `
if #redis.call('XRANGE', KEYS[2], ARGV[1], ARGV[1]) == 0 then
  return 0
end
if tonumber(redis.call('HGET', KEYS[1], 'checkpoint') or '0') >= tonumber(ARGV[2]) then
  return 0
end
redis.call('SET', KEYS[3], ARGV[3], 'KEEPTTL')
redis.call('HSET', KEYS[1], 'checkpoint', ARGV[2])
redis.call('XTRIM', KEYS[2], 'MINID', ARGV[4])
return 1`,

  /** Drops a sandbox, and returns whether there was one. Arguments: channel. */
  dropSandbox: `
local existed = redis.call('EXISTS', KEYS[1])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('PUBLISH', ARGV[1], '0')
return existed`,

  /** Notes in the index that a sandbox is in use, and forgets those that expired. Arguments: name, ttl. */
  touchIndex: `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 2 * ARGV[2])
return 1`,

  /** Keeps the pets of a hash that are complete for longer, and returns whether they are. Arguments: ttl. */
  keepPets: `
if redis.call('HEXISTS', KEYS[1], 'count') == 0 then
  return 0
end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`,
} as const;

export type ScriptName = keyof typeof scripts;

/** How many keys a script has. */
export function countKeys(name: ScriptName): number {
  return name === 'touchIndex' || name === 'keepPets' ? 1 : 3;
}
