import type { ServiceRequest } from '../interface/message.js';
import { ByteRing } from './byte-ring.js';
import {
  type JournalEntry,
  JournalSlot,
  type Outcome,
  type RecordedFacts,
  type RecordedOutcome,
  type RecordedReply,
} from './journal-entry.js';
import type { JournalMemory } from './journal-memory.js';

/** Called with every exchange; `read` returns its entry, but only while the listener runs. */
export type JournalListener = (
  outcome: Outcome,
  request: ServiceRequest,
  read: () => JournalEntry,
) => void;

/** The number of exchanges of a journal, those that it no longer has included. */
export interface JournalTotals {
  readonly total: number;
  /** How many it dropped since it was last cleared. */
  readonly dropped: number;
}

/** A sandbox's record of its last exchanges, in their order. */
export class Journal {
  /** How many entries it keeps at most. */
  readonly max: number;
  readonly #memory: JournalMemory;
  readonly #announce: JournalListener;
  /** The slots from `#first` on are in use; their numbers are consecutive. */
  #slots: (JournalSlot | undefined)[] = [];
  #bytes = new ByteRing();
  #first = 0;
  #size = 0;
  #total = 0;
  #dropped = 0;
  #clears = 0;

  /** @param announce is called with every exchange */
  constructor(max: number, memory: JournalMemory, announce: JournalListener) {
    this.max = max;
    this.#memory = memory;
    this.#announce = announce;
  }

  /**
   * Records an exchange, and returns its number.
   *
   * @param facts what another journal kept of it, if it isn't new
   */
  add(
    request: ServiceRequest,
    outcome: Outcome,
    reply: RecordedReply,
    facts?: RecordedFacts,
  ): number {
    this.#total += 1;
    const slot = (this.kept === this.max ? this.dropOldest() : undefined) ?? new JournalSlot();
    slot.write(this.#total, request, outcome, reply, this.#bytes, facts);
    this.#slots.push(slot);
    this.#resize(slot.size);
    // With a maximum of 0.
    if (this.kept > this.max) {
      this.dropOldest();
    }
    this.#memory.makeRoom(this);
    this.#announce(outcome, request, () => slot.read(this.#bytes));
    this.fit();
    return slot.number;
  }

  /** Goes on after exchanges that are not kept. */
  startAfter({ total, dropped }: JournalTotals): void {
    this.clear();
    this.#total = total;
    this.#dropped = dropped;
  }

  /** Notes how long an exchange took until its response was sent, if it is still kept. */
  setDuration(number: number, milliseconds: number): void {
    const slot = this.#find(number);
    if (slot !== undefined) {
      slot.duration = milliseconds;
    }
  }

  /** Lists the entries after a number that match, the oldest first; also those that are added meanwhile. */
  *after(
    number: number,
    matches: (outcome: RecordedOutcome) => boolean = () => true,
  ): Generator<JournalEntry, void> {
    for (let next = number + 1; next <= this.#total; next += 1) {
      // Others may be dropped meanwhile.
      next = Math.max(next, this.#total - this.kept + 1);
      const slot = this.#find(next);
      if (slot !== undefined && matches(slot)) {
        yield slot.read(this.#bytes);
      }
    }
  }

  /** Lists the kept entries, the oldest first. */
  list(): JournalEntry[] {
    return [...this.after(0)];
  }

  /** Counts the kept entries that match. */
  count(matches: (outcome: RecordedOutcome) => boolean): number {
    return this.#slots.filter((slot) => slot !== undefined && matches(slot)).length;
  }

  /** How many entries it keeps. */
  get kept(): number {
    return this.#slots.length - this.#first;
  }

  /** How many entries there were since the sandbox was created, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** How many entries it dropped since it was last cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How often it was cleared. */
  get clears(): number {
    return this.#clears;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#size;
  }

  /** Drops the oldest entry, and returns its slot. */
  dropOldest(): JournalSlot | undefined {
    const oldest = this.#slots[this.#first];
    if (oldest === undefined) {
      return undefined;
    }
    this.#slots[this.#first] = undefined;
    this.#first += 1;
    this.#dropped += 1;
    if (this.#first > this.kept) {
      this.#slots = this.#slots.slice(this.#first);
      this.#first = 0;
    }
    this.#bytes.dropBefore(oldest.end);
    this.#resize(-oldest.size);
    return oldest;
  }

  /** Returns memory that is no longer needed. */
  fit(): void {
    this.#bytes.fit();
  }

  clear(): void {
    this.#clears += 1;
    this.#slots = [];
    this.#bytes = new ByteRing();
    this.#first = 0;
    this.#dropped = 0;
    this.#resize(-this.#size);
  }

  #find(number: number): JournalSlot | undefined {
    return this.#slots[this.#slots.length - 1 - (this.#total - number)];
  }

  #resize(bytes: number): void {
    const before = this.#size;
    this.#size += bytes;
    this.#memory.resize(this, before);
  }
}
