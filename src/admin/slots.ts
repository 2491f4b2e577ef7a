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

/** Limits how many callers are inside at a time; the others wait in order. */
export class Queue {
  readonly #max: number;
  #inside = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Resolves with the function to call at the end, once. */
  async enter(): Promise<() => void> {
    if (this.#inside < this.#max) {
      this.#inside += 1;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#inside -= 1;
      } else {
        // It takes this place before anybody else can.
        next();
      }
    };
  }
}
