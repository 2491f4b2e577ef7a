/** Lets a few callers in at the same time; the others wait in the order in which they came. */
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
        // It takes the place, so that nobody comes in between.
        next();
      }
    };
  }
}
