import type { Cluster, Redis } from 'iovalkey';
import type { ExchangeListener, SandboxSummary } from '../engine/backend.js';
import { AllSandboxes, announceAfter, maxSeen } from './all-sandboxes.js';
import { closeClient } from './connection.js';
import { createChannel } from './keys.js';
import type { Replica } from './replica.js';

/** How often watched sandboxes are read in case a message was lost, in milliseconds. */
const pollInterval = 2_000;
/** How often all sandboxes are, if somebody listens to all. */
const pollAllInterval = 10_000;

/** The sandbox that somebody watches. */
interface Watch {
  readonly listeners: Set<ExchangeListener>;
  /** The number of the last exchange that the listeners know; undefined until the sandbox is read. */
  seen: number | undefined;
}

interface WatchesOptions {
  readonly database: number;
  /** Creates the connection for messages. */
  readonly connect: () => Redis | Cluster;
  /** Reads a sandbox, and calls `announce` with it. */
  readonly catchUp: (name: string) => Promise<void>;
  /** Lists so many sandboxes of the store, those that were used last. */
  readonly list: (max: number) => Promise<readonly SandboxSummary[]>;
}

/**
 * Tells listeners of the exchanges of shared sandboxes, whichever process answers them. The store announces
 * each exchange with a message; a poll makes up for those that were lost with a connection.
 */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #watches = new Map<string, Watch>();
  readonly #all = new AllSandboxes();
  #subscriber: Redis | Cluster | undefined;
  #poll: NodeJS.Timeout | undefined;
  #pollAll: NodeJS.Timeout | undefined;
  #isComparing = false;

  constructor(options: WatchesOptions) {
    this.#options = options;
  }

  /** Whether somebody watches this sandbox, and not all of them. */
  has(name: string): boolean {
    return this.#watches.has(name);
  }

  /**
   * @param name undefined for all sandboxes
   * @param seen the number of the last exchange that the listener knows, if it knows the sandbox
   */
  add(name: string | undefined, seen: number | undefined, listener: ExchangeListener): () => void {
    this.#subscriber ??= this.#connect();
    if (name === undefined) {
      this.#addToAll(listener, this.#subscriber);
    } else {
      this.#addTo(name, seen, listener, this.#subscriber);
    }
    return () => this.#remove(name, listener);
  }

  /** Notes that a sandbox has new exchanges from this number on, or is about to have them. */
  expect(name: string, firstNumber: number): void {
    this.#all.expect(name, firstNumber);
  }

  /** Tells the listeners of all exchanges that they don't know yet. */
  announce(name: string, replica: Replica | undefined): void {
    const watch = this.#watches.get(name);
    if (watch !== undefined) {
      const seen = watch.seen ?? replica?.sandbox.journal.total ?? 0;
      watch.seen = announceAfter(seen, watch.listeners, replica);
    }
    this.#all.announce(name, replica);
  }

  close(): void {
    clearInterval(this.#poll);
    clearInterval(this.#pollAll);
    if (this.#subscriber !== undefined) {
      closeClient(this.#subscriber);
      this.#subscriber = undefined;
    }
  }

  #addTo(
    name: string,
    seen: number | undefined,
    listener: ExchangeListener,
    subscriber: Redis | Cluster,
  ): void {
    const watch = this.#watches.get(name) ?? { listeners: new Set(), seen };
    watch.listeners.add(listener);
    this.#watches.set(name, watch);
    this.#poll ??= setInterval(() => {
      for (const watched of this.#watches.keys()) {
        void this.#options.catchUp(watched);
      }
    }, pollInterval).unref();
    subscriber.subscribe(this.#channel(name)).then(
      () => this.#options.catchUp(name),
      () => {},
    );
  }

  #addToAll(listener: ExchangeListener, subscriber: Redis | Cluster): void {
    this.#all.add(listener);
    this.#pollAll ??= setInterval(() => void this.#compareAll(), pollAllInterval).unref();
    void this.#compareAll().then(() => this.#subscribeToAll(subscriber));
  }

  /** Gets all messages, and what happened since all sandboxes were compared before. */
  async #subscribeToAll(subscriber: Redis | Cluster): Promise<void> {
    if (this.#all.isWatched) {
      await subscriber.psubscribe(this.#channel('*')).catch(() => {});
      await this.#compareAll();
    }
  }

  /** Catches up with the sandboxes that have exchanges of which no message came. */
  async #compareAll(): Promise<void> {
    if (this.#isComparing) {
      return;
    }
    this.#isComparing = true;
    try {
      for (const name of this.#all.compare(await this.#options.list(maxSeen))) {
        await this.#options.catchUp(name);
      }
    } catch {
      // The store is away; the next poll follows.
    } finally {
      this.#isComparing = false;
    }
  }

  #remove(name: string | undefined, listener: ExchangeListener): void {
    if (name === undefined) {
      this.#removeFromAll(listener);
    } else {
      this.#removeFrom(name, listener);
    }
  }

  #removeFrom(name: string, listener: ExchangeListener): void {
    const watch = this.#watches.get(name);
    watch?.listeners.delete(listener);
    if (watch?.listeners.size !== 0) {
      return;
    }
    this.#watches.delete(name);
    void this.#subscriber?.unsubscribe(this.#channel(name)).catch(() => {});
    if (this.#watches.size === 0) {
      clearInterval(this.#poll);
      this.#poll = undefined;
    }
  }

  #removeFromAll(listener: ExchangeListener): void {
    this.#all.remove(listener);
    if (!this.#all.isWatched) {
      void this.#subscriber?.punsubscribe(this.#channel('*')).catch(() => {});
      clearInterval(this.#pollAll);
      this.#pollAll = undefined;
    }
  }

  #channel(name: string): string {
    return createChannel(this.#options.database, name);
  }

  #connect(): Redis | Cluster {
    const subscriber = this.#options.connect();
    subscriber.on('error', () => {});
    // It was lost, and with it perhaps messages.
    subscriber.on('ready', () => void this.#subscribeToAll(subscriber));
    subscriber.on('message', (channel: string, message: string) => this.#receive(channel, message));
    subscriber.on('pmessage', (_pattern: string, channel: string, message: string) =>
      this.#receive(channel, message),
    );
    return subscriber;
  }

  #receive(channel: string, message: string): void {
    const name = channel.slice(this.#channel('').length);
    const firstNumber = Number(message.split(' ')[1]);
    if (firstNumber > 0) {
      this.#all.expect(name, firstNumber);
    }
    void this.#options.catchUp(name);
  }
}
