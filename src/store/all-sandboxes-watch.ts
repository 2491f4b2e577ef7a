import type { ExchangeListener, SandboxSummary } from '../engine/backend.js';
import type { Replica } from './replica.js';

/** Of how many sandboxes the last exchange is known. */
export const maxSeen = 10_000;

/**
 * Tells listeners of the exchanges of a sandbox that they don't know yet.
 *
 * @param seen the number of the last exchange that they know
 * @returns the number of the last exchange
 */
export function announceAfter(
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

/** The last exchange of a sandbox that listeners know. */
interface Seen {
  readonly number: number;
  /** Whether it was the last one when all were compared: its message may still come, as news. */
  readonly isCompared: boolean;
}

/** Those who listen to all sandboxes, and the last exchange of each sandbox that they know. */
export class AllSandboxesWatch {
  readonly #listeners = new Set<ExchangeListener>();
  /** By sandbox; those with the latest exchanges come last. */
  #seen = new Map<string, Seen>();
  /** Whether a sandbox whose exchanges are unknown must be new. */
  #knowsOthers = false;

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  add(listener: ExchangeListener): void {
    this.#listeners.add(listener);
  }

  remove(listener: ExchangeListener): void {
    this.#listeners.delete(listener);
    if (!this.isWatched) {
      this.#seen = new Map();
      this.#knowsOthers = false;
    }
  }

  /** Notes that a sandbox has new exchanges from this number on, or is about to have them. */
  expect(name: string, firstNumber: number): void {
    if (!this.isWatched) {
      return;
    }
    const seen = this.#seen.get(name);
    if (seen === undefined) {
      // A sandbox that is missing from the index is reported from its first exchange on, even if it is old.
      this.#note(name, this.#knowsOthers ? 0 : firstNumber - 1);
    } else if (seen.isCompared && firstNumber <= seen.number) {
      this.#note(name, firstNumber - 1);
    }
  }

  announce(name: string, replica: Replica | undefined): void {
    const seen = this.#seen.get(name);
    if (seen === undefined) {
      return;
    }
    this.#seen.delete(name);
    const last = announceAfter(seen.number, this.#listeners, replica);
    // Without a replica the sandbox was dropped, and is new if it comes back.
    if (replica !== undefined) {
      this.#note(name, last, seen.isCompared && last === seen.number);
    }
  }

  /**
   * Compares what is known with the sandboxes of the store. The first time, it is all that is known.
   *
   * @returns the sandboxes with exchanges that were not reported
   */
  compare(summaries: readonly Pick<SandboxSummary, 'name' | 'requests'>[]): readonly string[] {
    if (!this.isWatched) {
      return [];
    }
    const isNew = this.#knowsOthers;
    this.#knowsOthers = summaries.length < maxSeen;
    const behind: string[] = [];
    for (const { name, requests } of summaries) {
      if (!this.#seen.has(name)) {
        this.#note(name, isNew ? 0 : requests, !isNew);
      }
      if (this.#seen.get(name)?.number !== requests) {
        behind.push(name);
      }
    }
    return behind;
  }

  #note(name: string, number: number, isCompared = false): void {
    this.#seen.set(name, { number, isCompared });
    const [eldest] = this.#seen.keys();
    if (this.#seen.size > maxSeen && eldest !== undefined) {
      this.#seen.delete(eldest);
      this.#knowsOthers = false;
    }
  }
}
