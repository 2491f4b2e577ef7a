import type { JournalMemory } from './journal-memory.js';

/** A change of a sandbox that can be undone. */
export interface PastChange {
  /** Counted from 1 in each sandbox; no number repeats. */
  readonly number: number;
  /** Milliseconds since 1970, by the real clock. */
  readonly time: number;
  /** Bytes of memory that it keeps. */
  readonly size: number;
  /** `Added pet 51.` */
  describe(): string;
  /** @throws {SimulatorError} `simulator_full` when there is no room; then nothing changes */
  undo(): void;
}

/** How many changes of a sandbox can be undone. */
export const maxPast = 100;
/** The memory limit for the changes of all sandboxes that can be undone, in bytes. */
export const maxPastSize = 16 * 1024 ** 2;

/** The last changes of one sandbox: each can be undone when all later ones are. */
export class History {
  readonly #memory: JournalMemory;
  readonly #changes: PastChange[] = [];
  #number = 0;
  #size = 0;

  constructor(memory: JournalMemory) {
    this.#memory = memory;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#size;
  }

  add({ size, describe, undo }: Omit<PastChange, 'number' | 'time'>): void {
    this.#number += 1;
    this.#changes.push({ number: this.#number, time: Date.now(), size, describe, undo });
    this.#resize(size);
    if (this.#changes.length > maxPast) {
      this.dropOldest();
    }
    this.#memory.makeRoom(this);
  }

  /** Lists the changes, the newest first. */
  list(): PastChange[] {
    return this.#changes.toReversed();
  }

  /** Undoes the newest change, if there is one. */
  undo(): void {
    const newest = this.#changes.at(-1);
    newest?.undo();
    this.#changes.pop();
    this.#resize(-(newest?.size ?? 0));
  }

  dropOldest(): void {
    this.#resize(-(this.#changes.shift()?.size ?? 0));
  }

  /** All memory that it keeps is needed. */
  fit(): void {}

  clear(): void {
    this.#changes.length = 0;
    this.#resize(-this.#size);
  }

  #resize(bytes: number): void {
    const before = this.#size;
    this.#size += bytes;
    this.#memory.resize(this, before);
  }
}
