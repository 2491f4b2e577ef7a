import { SimulatorError } from '../document/errors.js';
import type { StoreAddress } from '../options/store-address.js';
import { UsageError } from '../options/usage-error.js';
import {
  answerLimit,
  createClient,
  findEviction,
  type StoreClient,
  type StoreLibrary,
} from './client.js';
import { createUnavailableError } from './errors.js';
import { fingerprintsKey, type ScriptName } from './scripts.js';

/** How long requests wait for a store that has just gone away, in milliseconds; later ones are refused at once. */
const awayLimit = 1_000;
/** How often the store must show that it can be written to, in milliseconds. */
const heartbeat = 1_000;
/** How often while it can't. */
const recheck = 100;
/** How long to wait before a command is repeated, in milliseconds. */
const pause = 20;
/** How long a command and its repetitions may take, in milliseconds. */
const commandLimit = 2_500;

/** What the store answers while it starts, fails over or is busy: nothing was done, and later it may be. */
const passing =
  /\b(?:NOSCRIPT|LOADING|BUSY|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|NOREPLICAS|UNBLOCKED)\b/;

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

/** The connection to the store: it comes back by itself, and answers or refuses within a time limit. */
export class StoreConnection {
  readonly #client: StoreClient;
  readonly #onChange: (problem: string | undefined) => void;
  readonly #beat: NodeJS.Timeout;
  #reconnect: NodeJS.Timeout | undefined;
  #recheck: NodeJS.Timeout | undefined;
  /** Whether the store answers: a connection alone doesn't say so. */
  #isHealthy = false;
  #isClosed = false;
  /** When the store went away, by `performance.now()`. */
  #awaySince = performance.now();
  /** What the store or the network said last. */
  #problem: string | undefined;
  #evicts: string | undefined;
  readonly #waiting = new Set<() => void>();
  /** Whether the last report was of a problem. */
  #isReportedAway = false;

  constructor(
    library: StoreLibrary,
    address: StoreAddress,
    onChange: (problem: string | undefined) => void,
  ) {
    this.#onChange = onChange;
    const client = createClient(library, address);
    this.#client = client;
    client.on('ready', () => void this.#check());
    client.on('close', () => this.#lose());
    client.on('error', (error: Error) => {
      this.#problem = describeProblem(error);
    });
    const connect = () => void client.connect().catch(() => {});
    // The library gives up when a node is replaced meanwhile.
    client.on('end', () => {
      if (!this.#isClosed) {
        this.#reconnect = setTimeout(connect, recheck).unref();
      }
    });
    connect();
    this.#beat = setInterval(() => {
      void this.#check();
      this.#report();
    }, heartbeat).unref();
  }

  /**
   * Connects. A store that is away for now may come back later.
   *
   * @param onChange called with the problem when the store can't be used, and without one when it can again
   * @throws {UsageError} when the client library isn't installed, or the store evicts keys
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
    if (connection.#evicts !== undefined) {
      connection.close();
      throw new UsageError(`The store of the option store can't be used: ${connection.#evicts}.`);
    }
    connection.#report();
    return connection;
  }

  /** Whether the store answers. */
  get isReady(): boolean {
    return this.#isHealthy && this.#client.status === 'ready';
  }

  /** @throws {SimulatorError} `simulator_store_unavailable` */
  script(name: ScriptName, ...args: string[]): Promise<unknown> {
    return this.command((client) => client[name](...args));
  }

  /**
   * Runs a command, again where that helps: it must do no harm twice.
   *
   * @throws {SimulatorError} `simulator_store_unavailable`
   */
  async command<Result>(run: (client: StoreClient) => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + commandLimit;
    for (;;) {
      try {
        if (!this.isReady) {
          await this.#waitUntilReady(deadline);
        }
        const result = run(this.#client);
        // A single node has a limit for each connection, which costs less.
        return await (this.#client.isCluster ? limitTime(result, deadline) : result);
      } catch (error) {
        if (error instanceof SimulatorError) {
          throw error;
        }
        const message = describeProblem(error);
        const canRepeat = !isReply(error) || passing.test(message);
        if (!canRepeat || performance.now() + pause >= deadline) {
          throw createUnavailableError(message);
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#beat);
    clearTimeout(this.#reconnect);
    clearTimeout(this.#recheck);
    this.#client.disconnect();
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
  async #check(): Promise<void> {
    if (this.#client.status !== 'ready') {
      return;
    }
    try {
      this.#evicts = await findEviction(this.#client);
      if (this.#evicts !== undefined) {
        this.#problem = this.#evicts;
        throw new Error(this.#evicts);
      }
      await this.#client.zremrangebyscore(fingerprintsKey, '-inf', '-1');
      this.#isHealthy = true;
      this.#problem = undefined;
    } catch (error) {
      this.#lose();
      this.#problem ??= describeProblem(error);
      clearTimeout(this.#recheck);
      this.#recheck = setTimeout(() => void this.#check(), recheck).unref();
    }
    if (this.#isHealthy || this.#evicts !== undefined) {
      for (const resolve of this.#waiting) {
        resolve();
      }
    }
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
        if (this.#evicts === undefined) {
          resolve();
        } else {
          reject(describe());
        }
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(onReady);
        reject(describe());
      }, left);
      this.#waiting.add(onReady);
    });
  }
}
