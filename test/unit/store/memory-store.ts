import { onTestFinished } from 'vitest';
import { LuaFactory } from 'wasmoon';
import { createUnavailableError, type StoreConnection } from '../../../src/store/connection.js';
import { type ScriptName, scripts } from '../../../src/store/log.js';
import type { StoreOptions } from '../../../src/store/shared-sandbox.js';
import { StoreSandboxes } from '../../../src/store/store-sandboxes.js';
import { createStart, type ReplicaOptions, settings } from '../../integration/store/replicas.js';

type Client = Parameters<Parameters<StoreConnection['command']>[0]>[0];
type Script = (keys: readonly string[], parameters: readonly string[]) => unknown;

/** Commands that a full store refuses, and all that a node refuses which is no longer the master. */
const takeMemory = ['XADD', 'HSET', 'ZADD'];
const writes = [...takeMemory, 'XTRIM', 'PEXPIRE', 'HDEL', 'DEL', 'ZREM', 'ZREMRANGEBYSCORE'];

/** An identifier of an entry, as text whose order is that of the entries. */
const order = (id: string) => id.replace(/\d+/g, (digits) => digits.padStart(16, '0'));

const isError = (answer: unknown): answer is { err: string } => Object(answer).err !== undefined;

/** Lua tells empty lists and objects no more apart than null and nothing. */
const readValue = (value: unknown): unknown =>
  value === null || typeof value !== 'object' ? value : Object.values(value).map(readValue);

/** Calls a command of the store whose script runs. */
let call: (...parameters: unknown[]) => unknown;

/** Our scripts as functions. */
async function loadScripts(): Promise<Record<ScriptName, Script>> {
  const lua = await new LuaFactory().createEngine();
  lua.global.set('call', (...parameters: unknown[]) => call(...parameters));
  await lua.doString(`unpack, redis = table.unpack, { call = call }
    redis.pcall = function(...)
      local isDone, result = pcall(call, ...)
      return isDone and result or { err = tostring(result) }
    end`);
  const names = Object.keys(scripts) as ScriptName[];
  const load = (name: ScriptName): Promise<Script> =>
    lua.doString(`return function(KEYS, ARGV) ${scripts[name].lua} end`);
  const loaded = await Promise.all(names.map(async (name) => [name, await load(name)] as const));
  return Object.fromEntries(loaded) as Record<ScriptName, Script>;
}

const loading = loadScripts();

/** What becomes of a script and its answer, when the connection is lost. */
export type Loss = 'sent again' | 'sent later' | 'answer lost' | 'never sent';

/** A store in memory that runs our scripts, and a connection to it. Tests move its clock, fill, demote and lose it. */
export async function createMemoryStore() {
  const state = {
    now: Date.now(),
    isFull: false,
    isReadOnly: false,
    lose: (_script: ScriptName): Loss | undefined => undefined,
    /** What happens before a script is sent again. */
    meanwhile: async () => {},
  };
  const sent: string[] = [];
  const streams = new Map<string, [id: string, fields: string[]][]>();
  const maps = new Map<string, Map<string, string>>();
  const expiries = new Map<string, number>();
  const stream = (key: string) => streams.get(key) ?? [];
  /** A sorted set is a map, too. */
  const byScore = (key: string) => [...map(key)].sort(([, one], [, other]) => +one - +other);
  const map = (key: string) => maps.get(key) ?? new Map<string, string>();
  const flush = (keys: Iterable<string> = [...streams.keys(), ...maps.keys()]) => {
    for (const key of keys) {
      streams.delete(key);
      maps.delete(key);
      expiries.delete(key);
    }
  };
  const commands: Record<string, (key: string, ...rest: string[]) => unknown> = {
    TIME: () => [`${Math.floor(state.now / 1_000)}`, `${(state.now % 1_000) * 1_000}`],
    XADD: (key, _id, ...fields) => {
      const [time, count] = (stream(key).at(-1)?.[0] ?? '0-0').split('-').map(Number);
      const id = `${state.now}-${time === state.now ? Number(count) + 1 : 0}`;
      return streams.set(key, [...stream(key), [id, fields]]).size;
    },
    XTRIM: (key, _by, min = '') =>
      streams.has(key) &&
      streams.set(
        key,
        stream(key).filter(([id]) => order(id) >= order(min)),
      ).size,
    XRANGE: (key, from = '', to = '') =>
      stream(key)
        .filter(([id]) => from === '-' || order(id) >= order(from.replace('(', '')))
        .filter(([id]) => (to === '+' || order(id) <= order(to)) && `(${id}` !== from),
    HGET: (key, field = '') => map(key).get(field) ?? false,
    HSET: (key, field = '', value = '') => maps.set(key, map(key).set(field, value)).size,
    HDEL: (key, field = '') => map(key).delete(field),
    ZADD: (key, score = '', member = '') => maps.set(key, map(key).set(member, score)).size,
    ZSCORE: (key, member = '') => map(key).get(member) ?? false,
    ZREM: (key, member = '') => map(key).delete(member),
    ZREMRANGEBYSCORE: () => 0,
    ZREVRANGE: (key) => byScore(key).toReversed().slice(0, 1).flat(),
    ZRANGEBYSCORE: (key, from = '', to = '', ...rest) => {
      const isAfter = (score: string) =>
        from === '-inf' || (from.startsWith('(') ? +score > +from.slice(1) : +score >= +from);
      const isBefore = (score: string) => to === '+inf' || +score <= +to;
      const found = byScore(key).filter(([, score]) => isAfter(score) && isBefore(score));
      const members = found.slice(0, Number(rest.at(-1)));
      return rest[0] === 'WITHSCORES' ? members.flat() : members.map(([member]) => member);
    },
    PEXPIRE: (key, time) => expiries.set(key, state.now + Number(time)).size,
    DEL: (key) => Number(streams.delete(key)),
  };
  let hasWritten = false;
  const callHere = (name: unknown, key: unknown, ...rest: unknown[]) => {
    if (state.isReadOnly && writes.includes(`${name}`)) {
      throw new Error("READONLY You can't write against a read only replica.");
    }
    // Redis asks before the first write of a script.
    if (state.isFull && takeMemory.includes(`${name}`) && !hasWritten) {
      throw new Error("OOM command not allowed when used memory > 'maxmemory'.");
    }
    hasWritten ||= writes.includes(`${name}`);
    return commands[`${name}`]?.(`${key}`, ...rest.map(String));
  };
  const client: Record<string, (...parameters: string[]) => Promise<unknown>> = {
    del: async (key = '') => callHere('DEL', key),
  };
  for (const [name, run] of Object.entries(await loading) as [ScriptName, Script][]) {
    client[name] = async (...parameters) => {
      const loss = state.lose(name);
      if (loss === 'never sent' || loss === 'sent later') {
        throw new Error(loss);
      }
      call = callHere;
      hasWritten = false;
      const { numberOfKeys } = scripts[name];
      flush([...expiries].filter(([, time]) => time <= state.now).map(([key]) => key));
      const answer = run(parameters.slice(0, numberOfKeys), parameters.slice(numberOfKeys));
      sent.push(name);
      if (isError(answer)) {
        throw new Error(answer.err);
      }
      if (loss !== undefined) {
        throw new Error(loss);
      }
      return readValue(answer);
    };
  }
  const command = async <Value>(run: (one: Client) => Promise<Value>): Promise<Value> => {
    try {
      return await run(client as unknown as Client);
    } catch (error) {
      const { message } = error as Error;
      if (message !== 'sent again' && message !== 'sent later') {
        throw createUnavailableError(message);
      }
      await state.meanwhile();
      return command(run);
    }
  };
  const open = (options: ReplicaOptions & { readonly fingerprint?: string } = {}) => {
    const { settings: own, fingerprint = 'tests', ...others } = options;
    const connection = { command, isReady: true, close: () => {} };
    const replica = new StoreSandboxes(connection as unknown as StoreConnection, fingerprint, {
      start: createStart(),
      settings: { ...settings, ...own },
      ttl: 60_000,
      version: 'test',
      logger: { onError: () => {}, onEvent: () => {} },
      ...others,
    } satisfies StoreOptions);
    onTestFinished(() => replica.close());
    return replica;
  };
  return { state, sent, streams, maps, expiries, flush, open };
}
