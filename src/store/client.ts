import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'iovalkey';
import type { StoreAddress } from '../options/store-address.js';
import { countKeys, type ScriptName, scripts } from './scripts.js';

/** After this time without an answer the store counts as away, in milliseconds. */
export const answerLimit = 1_000;

export type StoreClient = (Redis | Cluster) &
  Record<ScriptName, (...args: string[]) => Promise<unknown>>;

export type StoreLibrary = Pick<typeof import('iovalkey'), 'Cluster' | 'Redis'>;

const retryAfter = (times: number) => Math.min(times * 25, 500);

function createOptions({ tls, username, password, database }: StoreAddress): RedisOptions {
  return {
    lazyConnect: true,
    enableAutoPipelining: true,
    // Commands wait in the connection, where they have a limit.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: answerLimit,
    socketTimeout: answerLimit,
    keepAlive: 30_000,
    family: 0,
    retryStrategy: retryAfter,
    reconnectOnError: ({ message }) => /\bREADONLY\b/.test(message),
    db: database,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(tls && { tls: {} }),
  };
}

function createLibraryClient(
  { Cluster, Redis }: StoreLibrary,
  address: StoreAddress,
): Redis | Cluster {
  const { kind, nodes, master } = address;
  const options = createOptions(address);
  if (kind === 'cluster') {
    const { lazyConnect, enableAutoPipelining, enableOfflineQueue, ...redisOptions } = options;
    return new Cluster([...nodes], {
      ...{ lazyConnect, enableAutoPipelining, enableOfflineQueue, redisOptions },
      clusterRetryStrategy: retryAfter,
      slotsRefreshTimeout: answerLimit,
    } as ClusterOptions);
  }
  if (kind === 'sentinel') {
    const { username, password, tls } = options;
    return new Redis({
      ...options,
      sentinels: [...nodes],
      name: master ?? '',
      sentinelRetryStrategy: retryAfter,
      // Otherwise it writes for seconds to a node that sentinels replaced, and that loses what is written.
      failoverDetector: true,
      sentinelReconnectStrategy: retryAfter,
      enableTLSForSentinelMode: tls !== undefined,
      ...(tls && { sentinelTLS: {} }),
      ...(username !== undefined && { sentinelUsername: username }),
      ...(password !== undefined && { sentinelPassword: password }),
    });
  }
  const [{ host, port } = { host: '', port: 0 }] = nodes;
  return new Redis({ ...options, host, port });
}

/** Creates a client that has the scripts; `connect` opens the connection. */
export function createClient(library: StoreLibrary, address: StoreAddress): StoreClient {
  const client = createLibraryClient(library, address);
  for (const [name, lua] of Object.entries(scripts)) {
    client.defineCommand(name, { lua, numberOfKeys: countKeys(name as ScriptName) });
  }
  return client as StoreClient;
}

/** Finds out whether the store throws keys away when its memory is full, and says so in a sentence. */
export async function findEviction(client: StoreClient): Promise<string | undefined> {
  const nodes = 'nodes' in client ? client.nodes('master') : [client];
  for (const node of nodes) {
    // Some users may not ask for it.
    const info = await node.info('memory').catch(() => '');
    const limit = /^maxmemory:(\d+)/m.exec(info)?.[1] ?? '0';
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
    if (limit !== '0' && policy !== 'noeviction') {
      return (
        `it evicts keys when its memory is full (maxmemory-policy is ${policy}), so sandboxes would be ` +
        'lost. Set maxmemory-policy to noeviction'
      );
    }
  }
  return undefined;
}
