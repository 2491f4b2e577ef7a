import type { Cluster, Redis } from 'iovalkey';
import type { ExchangeListener } from '../engine/backend.js';
import { createChannel } from './keys.js';
import type { Replica } from './replica.js';

/** How often watched sandboxes are read in case a message was lost, in milliseconds. */
const pollInterval = 2_000;

/** Of how many sandboxes those who listen to all are known to have seen the last exchange. */
const maxSeen = 10_000;

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
  readonly catchUp: (name: string) => void;
}

/** Tells listeners of the exchanges of shared sandboxes, whichever process answers them. */
export class Watches {
  readonly #options: WatchesOptions;
  readonly #watches = new Map<string, Watch>();
  readonly #ofAll = new Set<ExchangeListener>();
  /** The last exchanges that those who listen to all sandboxes know, by sandbox. */
  readonly #seenByAll = new Map<string, number>();
  #subscriber: Redis | Cluster | undefined;
  #poll: NodeJS.Timeout | undefined;

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
    this.#subscribe();
    if (name === undefined) {
      this.#ofAll.add(listener);
      void this.#subscriber?.psubscribe(this.#channel('*')).catch(() => {});
    } else {
      const watch = this.#watches.get(name) ?? { listeners: new Set(), seen };
      watch.listeners.add(listener);
      this.#watches.set(name, watch);
      this.#subscriber?.subscribe(this.#channel(name)).then(
        () => this.#options.catchUp(name),
        () => {},
      );
    }
    return () => this.#remove(name, listener);
  }

  /** Notes that this process is about to record exchanges from this number on. */
  onRecorded(name: string, firstNumber: number): void {
    if (this.#ofAll.size > 0 && !this.#seenByAll.has(name)) {
      this.#seenByAll.set(name, firstNumber - 1);
    }
  }

  /** Tells the listeners of all exchanges that they don't know yet. */
  announce(name: string, replica: Replica | undefined): void {
    const watch = this.#watches.get(name);
    if (watch !== undefined) {
      const seen = watch.seen ?? replica?.sandbox.journal.total ?? 0;
      watch.seen = this.#announceAfter(seen, watch.listeners, replica);
    }
    const seen = this.#seenByAll.get(name);
    if (seen !== undefined) {
      const last = this.#announceAfter(seen, this.#ofAll, replica);
      // The next message of the sandbox says from where on it is news.
      this.#seenByAll.delete(name);
      if (replica !== undefined) {
        this.#seenByAll.set(name, last);
      }
    }
    const [eldest] = this.#seenByAll.keys();
    if (this.#seenByAll.size > maxSeen && eldest !== undefined) {
      this.#seenByAll.delete(eldest);
    }
  }

  close(): void {
    clearInterval(this.#poll);
    this.#subscriber?.disconnect();
    this.#subscriber = undefined;
  }

  /** Returns the number of the last exchange. */
  #announceAfter(
    seen: number,
    listeners: ReadonlySet<ExchangeListener>,
    replica: Replica | undefined,
  ): number {
    if (replica === undefined) {
      return 0;
    }
    const { journal } = replica.sandbox;
    // A sandbox that was dropped begins again at 1.
    const after = seen > journal.total ? 0 : seen;
    for (const entry of journal.after(after)) {
      for (const listener of listeners) {
        listener(() => entry);
      }
    }
    return journal.total;
  }

  #remove(name: string | undefined, listener: ExchangeListener): void {
    if (name === undefined) {
      this.#ofAll.delete(listener);
      if (this.#ofAll.size === 0) {
        this.#seenByAll.clear();
        void this.#subscriber?.punsubscribe(this.#channel('*')).catch(() => {});
      }
    } else {
      const watch = this.#watches.get(name);
      watch?.listeners.delete(listener);
      if (watch?.listeners.size === 0) {
        this.#watches.delete(name);
        void this.#subscriber?.unsubscribe(this.#channel(name)).catch(() => {});
      }
    }
    if (this.#watches.size === 0) {
      clearInterval(this.#poll);
      this.#poll = undefined;
    }
  }

  #channel(name: string): string {
    return createChannel(this.#options.database, name);
  }

  #subscribe(): void {
    this.#poll ??= setInterval(() => {
      for (const name of this.#watches.keys()) {
        this.#options.catchUp(name);
      }
    }, pollInterval).unref();
    if (this.#subscriber === undefined) {
      this.#subscriber = this.#options.connect();
      this.#subscriber.on('error', () => {});
      this.#subscriber.on('message', (channel: string, message: string) =>
        this.#receive(channel, message),
      );
      this.#subscriber.on('pmessage', (_pattern: string, channel: string, message: string) =>
        this.#receive(channel, message),
      );
    }
  }

  #receive(channel: string, message: string): void {
    const name = channel.slice(this.#channel('').length);
    const firstNumber = Number(message.split(' ')[1]);
    if (firstNumber > 0) {
      this.onRecorded(name, firstNumber);
    }
    this.#options.catchUp(name);
  }
}
