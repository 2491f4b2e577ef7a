import type { JournalEntry } from '../engine/simulation/journal.js';
import type { RefusalCode } from '../engine/simulation/refusals.js';
import type { Redactor } from '../redaction.js';
import { type Example, exampleOf } from './example.js';
import type { SummarizedRefusal } from './summary.js';

/** Counts what the simulator itself refused. */
export class Refusals {
  readonly #redactor: Redactor;
  readonly #groups = new Map<RefusalCode, Example & { code: RefusalCode; count: number }>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  add(code: RefusalCode, entry: JournalEntry): void {
    const group = this.#groups.get(code);
    if (group === undefined) {
      this.#groups.set(code, { code, count: 1, ...exampleOf(entry, this.#redactor) });
    } else {
      group.count += 1;
    }
  }

  list(): SummarizedRefusal[] {
    return [...this.#groups.values()].map((group) => ({ ...group, message: group.message ?? '' }));
  }
}
