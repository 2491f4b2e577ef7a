import { SimulatorError } from '../engine/interface/errors.js';
import { encodeOrigin } from './checkpoint-codec.js';
import { createBrokenError, createUnavailableError } from './errors.js';
import { Replica } from './replica.js';
import { type Addition, type LogItem, SandboxLog } from './sandbox-log.js';
import type { Store } from './store.js';

/** Told what happened to a sandbox. */
export interface SandboxObserver {
  /** The sandbox is as it is in the store. */
  onCaughtUp(name: string, replica: Replica | undefined): void;
  /** This process is about to record exchanges from this number on. */
  onRecorded(name: string, firstNumber: number): void;
}

/** @throws {SimulatorError} when an operation has taken too long */
export function checkTime(name: string, deadline: number): void {
  if (performance.now() >= deadline) {
    throw createUnavailableError(`too many requests wait for the sandbox ${name}`);
  }
}

/** The replica of one sandbox, which keeps up with its log in the store. */
export class CurrentReplica {
  readonly name: string;
  readonly store: Store;
  readonly observer: SandboxObserver;
  readonly #log: SandboxLog;
  #replica: Replica | undefined;

  constructor(store: Store, name: string, observer: SandboxObserver) {
    this.name = name;
    this.store = store;
    this.observer = observer;
    this.#log = new SandboxLog(store.connection, store.database, name);
  }

  /** The replica as it is, which others may have overtaken; nothing when it must be loaded. */
  get(): Replica | undefined {
    return this.#replica;
  }

  /** Drops the replica from memory. */
  forget(): void {
    this.#replica = undefined;
  }

  /** Uses a replica that has all entries of the log as far as is known. */
  use(replica: Replica): void {
    this.#replica = replica;
  }

  /** The replica as the store has it now; nothing when there is no sandbox. */
  async catchUp(deadline: number): Promise<Replica | undefined> {
    for (;;) {
      const replica = this.#replica;
      if (replica === undefined) {
        return this.load(deadline);
      }
      const missed = await this.#log.readMissed(replica.head, deadline);
      await this.#applyMissed(replica, missed, deadline);
      if (missed?.length === 0) {
        await this.#refreshUnwritten(replica, deadline);
        return replica;
      }
      checkTime(this.name, deadline);
    }
  }

  async load(deadline: number): Promise<Replica | undefined> {
    const stored = await this.#log.load(deadline);
    this.#replica =
      stored && (await this.#read(() => Replica.load(this.store, this.name, stored, deadline)));
    this.observer.onCaughtUp(this.name, this.#replica);
    return this.#replica;
  }

  /** Creates the sandbox with its first entries. Returns whether it did, and not others before. */
  async create(replica: Replica, addition: Addition, deadline: number): Promise<boolean> {
    const { origin, codec, index, ttl } = this.store;
    const checkpoint = encodeOrigin(origin, codec);
    const isCreated = await this.#log.create(checkpoint, { ...addition, ttl }, deadline);
    if (isCreated) {
      this.#replica = replica;
      replica.refreshedAt = performance.now();
      await index.touch(this.name, deadline);
    }
    return isCreated;
  }

  /** Appends entries. Returns whether it did; if not, others were first, and the replica has caught up. */
  async append(replica: Replica, addition: Addition, deadline: number): Promise<boolean> {
    const outcome = await this.tryAppend(replica, addition, deadline);
    if (outcome !== 'added') {
      await this.#applyMissed(replica, outcome, deadline);
    }
    return outcome === 'added';
  }

  /** Appends entries, unless others were first. */
  async tryAppend(
    replica: Replica,
    addition: Addition,
    deadline: number,
  ): ReturnType<SandboxLog['append']> {
    const ttl = await this.#getDueTtl(replica, deadline);
    const outcome = await this.#log.append(replica.head, { ...addition, ttl }, deadline);
    if (outcome === 'added' && ttl > 0) {
      this.#noteRefreshed(replica, deadline);
    }
    return outcome;
  }

  /** Keeps a checkpoint of the replica, whose last entry settled all changes. */
  async keepCheckpoint(replica: Replica): Promise<void> {
    const { codec } = this.store;
    const { head, firstNeeded, version, hashes } = replica;
    hashes.clear();
    for (const { seeded } of [replica.origin.start, replica.sandbox.start]) {
      hashes.add(await codec.pets.keep(seeded, this.store.deadline));
    }
    const first = Math.min(firstNeeded, version);
    const text = await replica.writeCheckpoint();
    // Writing a large one takes its time.
    await this.#log.keepCheckpoint(head, text, first, this.store.deadline);
  }

  /** Drops the sandbox from the store. Returns whether there was one. */
  async drop(deadline: number): Promise<boolean> {
    const existed = await this.#log.drop(deadline);
    this.forget();
    return existed;
  }

  async #applyMissed(
    replica: Replica,
    missed: readonly LogItem[] | undefined,
    deadline: number,
  ): Promise<void> {
    // Half caught up, it would be of no use.
    this.forget();
    if (missed !== undefined) {
      await this.#read(() => replica.catchUp(missed, deadline));
      this.#replica = replica;
      this.observer.onCaughtUp(this.name, replica);
    }
  }

  /** Reads what the store has. If that fails, and not for lack of the store, no simulator wrote it. */
  async #read<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      const isKnown =
        error instanceof SimulatorError && error.code === 'simulator_store_unavailable';
      throw isKnown ? error : createBrokenError(this.name);
    }
  }

  /** When the sandbox must expire from now on; 0 where that was said lately. Its pets expire later. */
  async #getDueTtl({ refreshedAt, hashes }: Replica, deadline: number): Promise<number> {
    const { codec, ttl } = this.store;
    if (!this.store.isDue(refreshedAt)) {
      return 0;
    }
    for (const hash of hashes) {
      await codec.pets.keepHash(hash, deadline);
    }
    return ttl;
  }

  async #refreshUnwritten(replica: Replica, deadline: number): Promise<void> {
    const ttl = await this.#getDueTtl(replica, deadline);
    if (ttl > 0) {
      await this.#log.expire(ttl, deadline);
      this.#noteRefreshed(replica, deadline);
    }
  }

  #noteRefreshed(replica: Replica, deadline: number): void {
    replica.refreshedAt = performance.now();
    void this.store.index.touch(this.name, deadline);
  }
}
