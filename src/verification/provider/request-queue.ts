/** A request that waits until fewer are under way. */
interface Waiting {
  readonly turn: number;
  readonly start: () => void;
}

/** Limits how many requests are under way at once; the others wait in the order of their turns. */
export class RequestQueue {
  #limit: number;
  #turns = 0;
  #underWay = 0;
  readonly #waiting: Waiting[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many requests may be under way at once. */
  get limit(): number {
    return this.#limit;
  }

  /** Lowers the limit. Requests that are under way are not affected. */
  limitTo(limit: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, limit));
  }

  /** Takes the turn of a request, which it keeps if it must be sent again. */
  takeTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }

  /** Runs an action when its turn has come and fewer than the limit are under way. */
  async run<Result>(turn: number, action: () => Promise<Result>): Promise<Result> {
    if (this.#underWay >= this.#limit || this.#waiting.length > 0) {
      await new Promise<void>((start) => {
        const index = this.#waiting.findIndex((one) => one.turn > turn);
        this.#waiting.splice(index < 0 ? this.#waiting.length : index, 0, { turn, start });
        this.#startNext();
      });
    } else {
      this.#underWay += 1;
    }
    try {
      return await action();
    } finally {
      this.#underWay -= 1;
      this.#startNext();
    }
  }

  #startNext(): void {
    while (this.#underWay < this.#limit && this.#waiting.length > 0) {
      this.#underWay += 1;
      this.#waiting.shift()?.start();
    }
  }
}
