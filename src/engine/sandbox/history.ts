import type { Catalogue } from '../pets/catalogue.js';
import { describePet } from '../pets/pet.js';
import type { JournalMemory } from './journal-memory.js';

/** A change of a sandbox that can be undone. */
export interface PastChange {
  /** Counted from 1 in each sandbox; no number repeats. */
  readonly number: number;
  /** Milliseconds since 1970, by the real clock. */
  readonly time: number;
  /** `Added pet 51, "Rex".` */
  readonly description: string;
}

/** How a change is undone. */
export interface Undo {
  /** Bytes of memory that it keeps. */
  readonly size: number;
  describe(): string;
  /** @throws {SimulatorError} `simulator_full` when there is no room; then nothing changes */
  undo(): void;
}

/** How many changes of a sandbox can be undone. */
export const maxPast = 100;
/** The memory limit for the changes of all sandboxes that can be undone, in bytes. */
export const maxPastSize = 16 * 1024 ** 2;
/** The memory of a slot, in bytes. */
const slotSize = 64;

/**
 * The last changes of one sandbox: each can be undone when all later ones are. An added pet creates no
 * object here: objects that stay for a while would cost a createPet a quarter more.
 */
export class History {
  readonly #memory: JournalMemory;
  /** For an added pet, its JSON. Used in a circle, from `#first` on. */
  readonly #undos: (Undo | string | undefined)[] = [];
  readonly #numbers: number[] = [];
  readonly #times: number[] = [];
  /** The number of the last identifier that was assigned before a pet was added. */
  readonly #numbered: number[] = [];
  #first = 0;
  #count = 0;
  #number = 0;
  #size = 0;

  constructor(memory: JournalMemory) {
    this.#memory = memory;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#size;
  }

  /** How many changes were added, whether or not they are kept. */
  get total(): number {
    return this.#number;
  }

  /** Goes on counting after so many changes, none of which can be undone. */
  restore(total: number): void {
    this.clear();
    this.#number = total;
  }

  /** @param numbered the number of the last identifier that was assigned before */
  addPet(json: string, numbered: number, time: number): void {
    this.#numbered[this.#push(json, time)] = numbered;
  }

  add(undo: Undo, time: number): void {
    this.#push(undo, time);
  }

  /** Lists the changes, the newest first. */
  list(): PastChange[] {
    return Array.from({ length: this.#count }, (_, index) => {
      const slot = this.#slotAt(this.#count - 1 - index);
      const undo = this.#undos[slot];
      return {
        number: this.#numbers[slot] as number,
        time: this.#times[slot] as number,
        description:
          typeof undo === 'string' ? `Added ${describePet(undo)}.` : (undo?.describe() ?? ''),
      };
    });
  }

  /** Undoes the newest change, if there is one. */
  undo(catalogue: Catalogue): void {
    const slot = this.#slotAt(this.#count - 1);
    const undo = this.#undos[slot];
    if (undo === undefined) {
      return;
    }
    if (typeof undo === 'string') {
      catalogue.takeBack(this.#numbered[slot] as number);
    } else {
      undo.undo();
    }
    this.#free(slot);
  }

  dropOldest(): void {
    this.#free(this.#first);
    this.#first = (this.#first + 1) % maxPast;
  }

  /** All memory that it keeps is needed. */
  fit(): void {}

  clear(): void {
    this.#undos.length = 0;
    this.#first = 0;
    this.#count = 0;
    this.#resize(-this.#size);
  }

  /** The slot of a change, counted from the oldest. */
  #slotAt(place: number): number {
    return (this.#first + Math.max(0, place)) % maxPast;
  }

  #push(undo: Undo | string, time: number): number {
    if (this.#count === maxPast) {
      this.dropOldest();
    }
    const slot = this.#slotAt(this.#count);
    this.#number += 1;
    this.#count += 1;
    this.#undos[slot] = undo;
    this.#numbers[slot] = this.#number;
    this.#times[slot] = time;
    this.#resize(measureUndo(undo));
    this.#memory.makeRoom(this);
    return slot;
  }

  #free(slot: number): void {
    const undo = this.#undos[slot];
    this.#undos[slot] = undefined;
    this.#count -= 1;
    this.#resize(-measureUndo(undo));
  }

  #resize(bytes: number): void {
    const before = this.#size;
    this.#size += bytes;
    this.#memory.resize(this, before);
  }
}

function measureUndo(undo: Undo | string | undefined): number {
  return slotSize + (typeof undo === 'object' ? undo.size : 0);
}
