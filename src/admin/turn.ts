import { setImmediate } from 'node:timers/promises';

/** How long a call works before it lets others through, in milliseconds. */
const maxTurn = 10;

/** The time that a long call has worked without a break. */
export class Turn {
  #start = performance.now();

  /** Lets other requests through if this turn has lasted long enough. */
  async end(): Promise<void> {
    if (performance.now() - this.#start >= maxTurn) {
      await setImmediate();
      this.#start = performance.now();
    }
  }
}
