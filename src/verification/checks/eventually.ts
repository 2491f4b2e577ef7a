import { setTimeout as sleep } from 'node:timers/promises';
import { Stale } from '../verdict.js';

const pause = 50;

/** What holds only now and then doesn't hold: once it was missed, it has to come so often in a row. */
const inARow = 3;

/**
 * How long a verification waits for a store that lags behind. Where that was once in vain, nothing is
 * waited for any more: a broken provider needn't be slow to judge, too.
 */
export class Patience {
  #milliseconds: number;
  #wasNeeded = false;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Until when may be waited from now on. */
  deadline(): number {
    return performance.now() + this.#milliseconds;
  }

  /** Something was missed that lag explains. */
  need(): void {
    this.#wasNeeded = true;
  }

  exhaust(): void {
    this.#milliseconds = 0;
  }

  /** Gives a store that lags all the time it has; whatever is still missed after that isn't there. */
  async end(): Promise<void> {
    if (this.#wasNeeded) {
      await sleep(this.#milliseconds);
      this.exhaust();
    }
  }
}

/**
 * Checks until it holds, as long as patience lasts: the document doesn't say when a new pet shows up,
 * a store with replicas lags, and others may create and delete pets meanwhile. Whatever is compared
 * has to be asked for by the check itself, so that it is fresh each time.
 *
 * @throws {Broken} at once, where no lag explains it
 * @throws {Stale} when it went on
 */
export async function soon(
  { patience }: { readonly patience: Patience },
  check: () => Promise<void>,
): Promise<void> {
  const deadline = patience.deadline();
  for (let missing = 1; missing > 0; ) {
    try {
      await check();
      missing -= 1;
    } catch (error) {
      if (!(error instanceof Stale)) {
        throw error;
      }
      if (performance.now() >= deadline) {
        patience.exhaust();
        throw error;
      }
      patience.need();
      missing = inARow;
      await sleep(pause);
    }
  }
}
