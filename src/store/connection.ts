import type { Cluster, ClusterOptions, Redis, RedisOptions } from 'iovalkey';
import { SimulatorError } from '../engine/interface/errors.js';
import type { StoreAddress } from '../options/store-address.js';
import { UsageError } from '../options/usage-error.js';
import { createFullError, createUnavailableError } from './errors.js';
import { countKeys, indexKey, type ScriptName, scripts } from './scripts.js';

/** After this time without an answer the store counts as away, in milliseconds. */
const answerLimit = 1_000;
/** How long requests wait for a store that has just gone away, in milliseconds; later ones are refused at once. */
const awayLimit = 1_000;
/** How often the store must show that it can be written to, in milliseconds. */
const heartbeat = 1_000;
/** How often while it can't. */
const recheck = 100;
/** How long to wait before a command is repeated, in milliseconds. */
const pause = 20;

/** What the store answers while it starts, fails over or is busy: nothing was done, and later it may be. */
const passing =
  /\b(?:NOSCRIPT|LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|NOREPLICAS|UNBLOCKED)\b/;

export type Client = (Redis | Cluster) &
  Record<ScriptName, (...args: string[]) => Promise<unknown>>;

/** One call of the store. */
interface StoreCall {
  /** When the caller gives up, by `performance.now()`. */
  readonly deadline: number;
  /** Called when an answer was lost, so that nobody knows whether the store did it. */
  readonly onLost?: () => void;
}

const isReply = (error: unknown) => error instanceof Error && error.name === 'ReplyError';

/** What the store or the network says, without the advice of the client library. */
function describeProblem(error: unknown): string {
  const message = (error as Error).message.replace(/\.$/, '');
  return /max retries per request|Connection is closed|Stream isn't writeable|Command aborted|Socket timeout/i.test(
    message,
  )
    ? 'the connection was lost'
    : message;
}

/** The client of a cluster repeats commands by itself, for longer than callers wait. */
function limitTime<Result>(promise: Promise<Result>, deadline: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onTimeout = () => reject(new Error('it did not answer in time'));
    const timer = setTimeout(onTimeout, Math.max(1, deadline - performance.now()));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const retryAfter = (times: number) => Math.min(times * 25, 500);

function createOptions({ tls, username, password, database }: StoreAddress): RedisOptions {
  return {
    lazyConnect: true,
    enableAutoPipelining: true,
    // Commands wait here, where they have a limit.
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

type Library = Pick<typeof import('iovalkey'), 'Cluster' | 'Redis'>;

/** @param own options of this client */
function createClient(
  { Cluster, Redis }: Library,
  address: StoreAddress,
  own: Pick<RedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest'> = {},
): Redis | Cluster {
  const { kind, nodes, master } = address;
  const options = { ...createOptions(address), ...own };
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

/** A client that goes on when the library gives up, as it does when a node is replaced meanwhile. */
export interface LastingClient {
  readonly client: Redis | Cluster;
  readonly close: () => void;
}

function createLastingClient(...args: Parameters<typeof createClient>): LastingClient {
  const client = createClient(...args);
  let timer: NodeJS.Timeout | undefined;
  const connect = () => void client.connect().catch(() => {});
  const onEnd = () => {
    timer = setTimeout(connect, recheck).unref();
  };
  client.on('end', onEnd);
  const close = () => {
    clearTimeout(timer);
    client.off('end', onEnd);
    client.disconnect();
  };
  return { client, close };
}

/** The connection to the store: it comes back by itself, and answers or refuses within a time limit. */
export class StoreConnection {
  readonly #library: Library;
  readonly #address: StoreAddress;
  readonly #client: Client;
  readonly #closeClient: () => void;
  readonly #beat: NodeJS.Timeout;
  /** Whether the store answers: a connection alone doesn't say so. */
  #isHealthy = false;
  /** When the store went away, by `performance.now()`. */
  #awaySince = performance.now();
  /** What the store or the network said last. */
  #problem: string | undefined;
  readonly #waiting = new Set<() => void>();
  readonly #onChange: (problem: string | undefined) => void;
  /** Whether the last report was of a problem. */
  #isReportedAway = false;

  constructor(
    library: Library,
    address: StoreAddress,
    onChange: (problem: string | undefined) => void,
  ) {
    this.#onChange = onChange;
    const { client, close } = createLastingClient(library, address);
    for (const [name, lua] of Object.entries(scripts)) {
      client.defineCommand(name, { lua, numberOfKeys: countKeys(name as ScriptName) });
    }
    this.#client = client as Client;
    this.#closeClient = close;
    this.#library = library;
    this.#address = address;
    client.on('ready', () => this.#check());
    client.on('close', () => this.#lose());
    client.on('error', (error: Error) => {
      this.#problem = describeProblem(error);
    });
    client.connect().catch(() => {});
    this.#beat = setInterval(() => {
      this.#check();
      this.#report();
    }, heartbeat).unref();
  }

  /**
   * Connects. A store that is away for now may come back later.
   *
   * @param onChange called with the problem when the store can't be used, and without one when it can again
   * @throws {UsageError} when the client library isn't installed
   */
  static async open(
    address: StoreAddress,
    onChange: (problem: string | undefined) => void,
  ): Promise<StoreConnection> {
    const library = await import('iovalkey').catch(() => {
      throw new UsageError(
        'The option store requires the package iovalkey, which is not installed. Run npm install iovalkey.',
      );
    });
    const connection = new StoreConnection(library, address, onChange);
    await connection.#waitUntilReady(performance.now() + answerLimit).catch(() => {});
    connection.#report();
    return connection;
  }

  /** Whether the store answers. */
  get isReady(): boolean {
    return this.#isHealthy && this.#client.status === 'ready';
  }

  /**
   * Runs a script, again where that helps.
   *
   * @throws {SimulatorError} `simulator_store_unavailable`, or `simulator_full` when the store has no room
   */
  script(name: ScriptName, args: string[], call: StoreCall): Promise<unknown> {
    return this.command((client) => client[name](...args), call);
  }

  command<Result>(run: (client: Client) => Promise<Result>, call: StoreCall): Promise<Result> {
    const attempt = this.isReady ? run(this.#client) : this.#runLater(run, call);
    // A single node has a limit for each connection, which costs less.
    const limited = this.#client.isCluster ? limitTime(attempt, call.deadline) : attempt;
    return limited.catch((error) => this.#repeat(error, run, call));
  }

  async #runLater<Result>(
    run: (client: Client) => Promise<Result>,
    { deadline }: StoreCall,
  ): Promise<Result> {
    await this.#waitUntilReady(deadline);
    return run(this.#client);
  }

  /** Runs a command again after an error that passes. */
  async #repeat<Result>(
    error: unknown,
    run: (client: Client) => Promise<Result>,
    call: StoreCall,
  ): Promise<Result> {
    if (error instanceof SimulatorError) {
      throw error;
    }
    const message = describeProblem(error);
    if (!isReply(error)) {
      call.onLost?.();
    } else if (/\bOOM\b/.test(message)) {
      throw createFullError();
    } else if (!passing.test(message)) {
      throw createUnavailableError(message);
    }
    if (performance.now() + pause >= call.deadline) {
      throw createUnavailableError(message);
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    return this.command(run, call);
  }

  /** Creates a connection of its own for messages, as the store requires. */
  connectForMessages(): LastingClient {
    const own = { enableOfflineQueue: true, maxRetriesPerRequest: null };
    return createLastingClient(this.#library, this.#address, own);
  }

  close(): void {
    clearInterval(this.#beat);
    this.#closeClient();
  }

  /** Reports that the store went away, or came back. */
  #report(): void {
    if (this.isReady === this.#isReportedAway) {
      this.#isReportedAway = !this.isReady;
      this.#onChange(this.isReady ? undefined : (this.#problem ?? 'there is no connection'));
    }
  }

  #lose(): void {
    if (this.#isHealthy) {
      this.#isHealthy = false;
      this.#awaySince = performance.now();
    }
  }

  /** Sends a write that changes nothing: a node that only answers reads may be behind. */
  #check(): void {
    if (this.#client.status !== 'ready') {
      return;
    }
    this.#client.zremrangebyscore(indexKey, '-inf', '-1').then(
      () => {
        this.#isHealthy = true;
        this.#problem = undefined;
        for (const resolve of this.#waiting) {
          resolve();
        }
      },
      (error) => {
        this.#lose();
        this.#problem ??= describeProblem(error);
        setTimeout(() => this.#check(), recheck).unref();
      },
    );
  }

  /** @throws {SimulatorError} at once when the store has been away for a while */
  #waitUntilReady(deadline: number): Promise<void> {
    this.#lose();
    const describe = () => createUnavailableError(this.#problem ?? 'there is no connection');
    const left = Math.min(deadline, this.#awaySince + awayLimit) - performance.now();
    if (left <= 0) {
      throw describe();
    }
    return new Promise((resolve, reject) => {
      const onReady = () => {
        clearTimeout(timer);
        this.#waiting.delete(onReady);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(onReady);
        reject(describe());
      }, left);
      this.#waiting.add(onReady);
    });
  }
}
