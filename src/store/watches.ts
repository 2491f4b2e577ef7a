import type { ExchangeListener, SandboxSummary } from '../engine/backend.js';
import { AllSandboxesWatch, announceAfter, maxSeen } from './all-sandboxes-watch.js';
import type { LastingClient } from './connection.js';
import type { Replica } from './replica.js';
import { createChannel } from './scripts.js';

/** How often watched sandboxes are read in case a message was lost, in milliseconds. */
const pollInterval = 2_000;
/** How often all sandboxes are, if somebody listens to all. */
const pollAllInterval = 10_000;

type Subscriber = LastingClient['client'];

/** The sandbox that somebody watches. */
interface Watch {
  readonly listeners: Set<ExchangeListener>;
  /** The number of the last exchange that the listeners know; undefined until the sandbox is read. */
  seen: number | undefined;
}

interface WatchesOptions {
  readonly database: number;
  /** Creates the connection for messages. */
  readonly connect: () => LastingClient;
  /** Whether the store answers. */
  readonly isReady: () => boolean;
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
  readonly #all = new AllSandboxesWatch();
  #subscriber: LastingClient | undefined;
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
    const { client } = this.#subscriber;
    if (name === undefined) {
      this.#addToAll(listener, client);
    } else {
      this.#addTo(name, seen, listener, client);
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
    this.#subscriber?.close();
    this.#subscriber = undefined;
  }

  #addTo(
    name: string,
    seen: number | undefined,
    listener: ExchangeListener,
    subscriber: Subscriber,
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

  #addToAll(listener: ExchangeListener, subscriber: Subscriber): void {
    this.#all.add(listener);
    this.#pollAll ??= setInterval(() => void this.#compareAll(), pollAllInterval).unref();
    void this.#subscribeToAll(subscriber);
  }

  /** Gets all messages, and then what happened before the first of them. */
  async #subscribeToAll(subscriber: Subscriber): Promise<void> {
    if (this.#all.isWatched) {
      const subscribed = subscriber.psubscribe(this.#channel('*')).catch(() => {});
      await Promise.all([subscribed, this.#compareAll()]);
      await this.#compareAll();
    }
  }

  /** Catches up with the sandboxes whose exchanges had no message. */
  async #compareAll(): Promise<void> {
    if (this.#isComparing) {
      return;
    }
    this.#isComparing = true;
    try {
      for (const name of this.#all.compare(await this.#options.list(maxSeen))) {
        if (!this.#canCompare) {
          break;
        }
        await this.#options.catchUp(name);
      }
    } catch {
      // The store is away; the next poll follows.
    } finally {
      this.#isComparing = false;
    }
  }

  /** Whether catching up is of use: it never fails, also when the store is away. */
  get #canCompare(): boolean {
    const isOpen = this.#subscriber !== undefined && this.#all.isWatched;
    return isOpen && this.#options.isReady();
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
    void this.#subscriber?.client.unsubscribe(this.#channel(name)).catch(() => {});
    if (this.#watches.size === 0) {
      clearInterval(this.#poll);
      this.#poll = undefined;
    }
  }

  #removeFromAll(listener: ExchangeListener): void {
    this.#all.remove(listener);
    if (!this.#all.isWatched) {
      void this.#subscriber?.client.punsubscribe(this.#channel('*')).catch(() => {});
      clearInterval(this.#pollAll);
      this.#pollAll = undefined;
    }
  }

  #channel(name: string): string {
    return createChannel(this.#options.database, name);
  }

  #connect(): LastingClient {
    const connection = this.#options.connect();
    const subscriber = connection.client;
    subscriber.on('error', () => {});
    // It was lost, and with it perhaps messages.
    subscriber.on('ready', () => void this.#subscribeToAll(subscriber));
    subscriber.on('message', (channel: string, message: string) => this.#receive(channel, message));
    subscriber.on('pmessage', (_pattern: string, channel: string, message: string) =>
      this.#receive(channel, message),
    );
    return connection;
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
