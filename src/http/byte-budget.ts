/** Bytes that all connections of a server may hold together. */
export class ByteBudget {
  readonly max: number;
  #held = 0;

  constructor(max: number) {
    this.max = max;
  }

  get isSpent(): boolean {
    return this.#held > this.max;
  }

  /** Holds bytes until the returned function is called. */
  hold(bytes: number): () => void {
    this.#held += bytes;
    let isHeld = true;
    return () => {
      if (isHeld) {
        isHeld = false;
        this.#held -= bytes;
      }
    };
  }
}
