import { SimulatorError } from '../engine/interface/errors.js';

/** A limited number of things that clients may keep open. */
export class Slots {
  readonly #max: number;
  readonly #what: string;
  #taken = 0;

  /** @param what they are, in the plural */
  constructor(max: number, what: string) {
    this.#max = max;
    this.#what = what;
  }

  /**
   * Takes a slot, and returns the function that releases it, once.
   *
   * @throws {SimulatorError} when all are taken
   */
  take(): () => void {
    if (this.#taken === this.#max) {
      throw new SimulatorError(
        'simulator_conflict',
        `${this.#max} ${this.#what} are open, which is the limit. Close one, and try again.`,
      );
    }
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
    };
  }
}
