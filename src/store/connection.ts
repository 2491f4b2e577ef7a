import type { Redis } from 'iovalkey';
import { pause, realTime } from '../base/real-time.js';
import { UsageError } from '../base/usage-error.js';
import { SimulatorError } from '../document/errors.js';
import { probeKey, type ScriptName, scripts } from './log.js';

type StoreClient = Redis & Record<ScriptName, (...args: string[]) => Promise<unknown>>;

/** @throws {Error} when the store throws keys away as soon as its memory is full, or is a node of a cluster */
async function checkConfiguration(client: StoreClient): Promise<void> {
  // Some users may not ask for it.
  const read = (part: string) => client.info(part).catch(() => '');
  const info = `${await read('memory')}${await read('cluster')}`;
  if (/^cluster_enabled:1/m.test(info)) {
    throw new Error(
      'it is a node of a cluster, which has only a part of the keys. Use a single node, with replicas if you like',
    );
  }
  const policy = /^maxmemory_policy:(?!noeviction)(\S+)/m.exec(info)?.[1];
  if (policy !== undefined && !/^maxmemory:0\s/m.test(info)) {
    throw new Error(
      `it evicts keys when its memory is full (maxmemory-policy is ${policy}), so sandboxes would be ` +
        'lost. Set maxmemory-policy to noeviction',
    );
  }
}

/** Interval at which the store must prove that it can be written to, in milliseconds. */
const heartbeat = 250;
/** Time until a command is repeated, in milliseconds. */
const retryInterval = 20;
// Limits are numbers of heartbeats: a process that was busy or had no processor is late, and the store isn't away.
/** Maximum silence of the store, and time that requests wait for one that has just gone away. */
const awayLimit = 4;
const commandLimit = 9;

/** Answers of the store while it starts, fails over or is busy: nothing was done, and later it may be. */
const passing = /\b(?:NOSCRIPT|LOADING|BUSY|READONLY|MASTERDOWN|NOREPLICAS|UNBLOCKED)\b/;

/** Problems that only somebody who changes the store or its URL can solve: a start with one is refused. */
const lasting =
  /cluster|maxmemory-policy|DB index|\b(?:NOAUTH|WRONGPASS|NOPERM)\b|without any password/;

/** @param problem what the store or the network says */
export function createUnavailableError(problem: string): SimulatorError {
  return new SimulatorError(
    'simulator_store_unavailable',
    `The store that keeps the sandboxes (option store) can't be used: ${problem}. A request whose ` +
      'answer was lost may have been carried out. Send it again when GET /health/ready answers 200.',
  );
}

const connectionLost = 'the connection was lost';

/** The message of the store or the network, without the advice of the client library. */
function describeLoss(error: unknown): string {
  const message = (error as Error).message.replace(/\.$/, '');
  const isLost =
    /max retries per request|Connection is closed|Stream isn't writeable|Command aborted/i;
  return isLost.test(message) ? connectionLost : message;
}

/** The connection to the store: it comes back by itself, and answers or refuses within a time limit. */
export class StoreConnection {
  readonly #client: StoreClient;
  readonly #timer: NodeJS.Timeout;
  #onChange = (_problem: string | undefined) => {};
  /** Why the store can't be used; undefined when it can. A connection alone doesn't say so. */
  #problem: string | undefined = 'there is no connection';
  #beats = 0;
  #awaySince = 0;
  /** The heartbeat at which the store had sent something, and how many bytes it had sent by then. */
  #heardAt = 0;
  #bytes: number | undefined;

  constructor({ Redis }: Pick<typeof import('iovalkey'), 'Redis'>, address: string) {
    this.#client = new Redis(address, {
      lazyConnect: true,
      enableAutoPipelining: true,
      // Commands wait in the connection, where they have a limit.
      enableOfflineQueue: false,
      scripts,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      keepAlive: 30_000,
      family: 0,
      retryStrategy: (times) => Math.min(times * 25, 500),
      reconnectOnError: ({ message }) => /\bREADONLY\b/.test(message),
    }) as StoreClient;
    this.#client.on('ready', () => void this.#check());
    this.#client.on('close', () => this.#lose(connectionLost));
    this.#client.on('error', (error: Error) => this.#lose(describeLoss(error)));
    this.#timer = realTime
      .setInterval(() => {
        this.#beats += 1;
        void this.#check();
      }, heartbeat)
      .unref();
    void this.#check();
  }

  /**
   * @param onChange called with the problem when the store can't be used, and without one when it can again
   * @throws {UsageError} when the client library isn't installed, or the store can't be used as it is
   */
  static async open(
    address: string,
    onChange: (problem: string | undefined) => void,
  ): Promise<StoreConnection> {
    const library = await import('iovalkey').catch(() => {
      throw new UsageError(
        'The option store requires the package iovalkey, which is not installed. Run npm install iovalkey@0.4.',
      );
    });
    const connection = new StoreConnection(library, address);
    await connection.command((client) => client.ping()).catch(() => {});
    const problem = connection.#problem;
    if (problem !== undefined && lasting.test(problem)) {
      connection.close();
      throw new UsageError(`The store of the option store can't be used: ${problem}.`);
    }
    connection.#onChange = onChange;
    if (problem !== undefined) {
      onChange(problem);
    }
    return connection;
  }

  get isReady(): boolean {
    return this.#problem === undefined && this.#client.status === 'ready';
  }

  /** Runs a command, again where that helps: it must do no harm twice. */
  readonly command = async <Result>(
    run: (client: StoreClient) => Promise<Result>,
  ): Promise<Result> => {
    const deadline = this.isReady ? this.#beats + commandLimit : this.#awaySince + awayLimit;
    for (;;) {
      let problem = this.#problem ?? connectionLost;
      let mayPass = true;
      if (this.isReady) {
        try {
          return await run(this.#client);
        } catch (error) {
          problem = describeLoss(error);
          mayPass = (error as Error).name !== 'ReplyError' || passing.test(problem);
        }
      }
      if (!mayPass || this.#beats >= deadline) {
        throw createUnavailableError(problem);
      }
      await pause(retryInterval);
    }
  };

  close(): void {
    realTime.clearInterval(this.#timer);
    // Nothing waits any more.
    this.#beats = Infinity;
    this.#client.disconnect();
  }

  #lose(problem: string): void {
    const isNew = this.#problem === undefined;
    // An earlier message of the store tells more.
    if (isNew || problem !== connectionLost) {
      this.#problem = problem;
    }
    if (isNew) {
      this.#awaySince = this.#beats;
      this.#onChange(problem);
    }
  }

  /** Connects if necessary, and sends a write that changes nothing: a node that only answers reads may be behind. */
  async #check(): Promise<void> {
    // The library gives up when a node is replaced meanwhile.
    if (/^(?:wait|end)$/.test(this.#client.status)) {
      this.#client.connect().catch(() => {});
    }
    const { stream, status } = this.#client;
    if (stream?.bytesRead !== this.#bytes) {
      this.#bytes = stream?.bytesRead;
      this.#heardAt = this.#beats;
    } else if (this.#beats > this.#heardAt + awayLimit) {
      this.#heardAt = this.#beats;
      stream?.destroy();
    }
    if (status !== 'ready') {
      return;
    }
    const { db = 0 } = this.#client.options;
    // Before it is ready, also with an entry, which needs more rights.
    const entry = this.isReady ? [] : ['probe', ''];
    try {
      if (db !== 0) {
        // The library ignores a refusal, and uses the database 0.
        await this.#client.select(db);
      }
      await checkConfiguration(this.#client);
      await this.#client.appendEntries(probeKey, '0-0', '', '1000', ...entry);
    } catch (error) {
      this.#lose(describeLoss(error));
      return;
    }
    if (this.#problem !== undefined) {
      this.#problem = undefined;
      this.#onChange(undefined);
    }
  }
}
