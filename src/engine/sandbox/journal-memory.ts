/** Part of the limit that a single journal can take, so that one test can't take all of it. */
const maxShare = 1 / 4;

/** A journal, as far as the limit needs it. */
interface LimitedJournal {
  /** Bytes of memory. */
  readonly size: number;
  dropOldest(): void;
  /** Returns memory that is no longer needed. */
  fit(): void;
}

/** Journals of one class take 2^n to 2^(n+1) bytes; an empty journal is in none. */
const classOf = (bytes: number) => 31 - Math.clz32(bytes);

/**
 * The memory limit for the journals of all sandboxes together. Beyond it, the largest journal loses its
 * oldest entries: a test that floods its sandbox loses its own, not those of other tests.
 */
export class JournalMemory {
  readonly #max: number;
  readonly #maxOfOne: number;
  #used = 0;
  /** Journals by their class, so that a large one is found at once. */
  readonly #classes: (Set<LimitedJournal> | undefined)[] = [];

  /**
   * @param max in bytes
   * @param share the part of it that a single journal can take
   */
  constructor(max: number, share = maxShare) {
    this.#max = max;
    this.#maxOfOne = max * share;
  }

  /** Notes the new size of a journal. */
  resize(journal: LimitedJournal, before: number): void {
    this.#used += journal.size - before;
    const [from, to] = [classOf(before), classOf(journal.size)];
    if (from !== to) {
      this.#classes[from]?.delete(journal);
      if (to >= 0) {
        this.#classes[to] ??= new Set();
        this.#classes[to].add(journal);
      }
    }
  }

  /** Drops entries until all limits are met. Of journals of one class, the one that grew loses them. */
  makeRoom(grown: LimitedJournal): void {
    while (grown.size > this.#maxOfOne) {
      grown.dropOldest();
    }
    while (this.#used > this.#max) {
      const largest = this.#findLargest(grown);
      largest.dropOldest();
      if (largest !== grown) {
        largest.fit();
      }
    }
  }

  #findLargest(grown: LimitedJournal): LimitedJournal {
    const largest = this.#classes.findLast(
      (journals) => journals !== undefined && journals.size > 0,
    );
    if (largest === undefined || largest.has(grown)) {
      return grown;
    }
    const [journal = grown] = largest;
    return journal;
  }
}
