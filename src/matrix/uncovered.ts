/** One value for each factor. */
export type Combination = Readonly<Record<string, string>>;
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A value of a factor; `index` tells it from all others. */
export interface Value {
  readonly factor: string;
  readonly text: string;
  readonly index: number;
}

/** The pairs of values of different factors that no combination has yet. */
export class Uncovered {
  readonly values: readonly Value[];
  /** 1 for each pair that is left: a square, with both orders of a pair. */
  readonly #left: Uint8Array;

  constructor(factors: Factors) {
    this.values = Object.entries(factors)
      .flatMap(([factor, legal]) => legal.map((text) => ({ factor, text })))
      .map((value, index) => ({ ...value, index }));
    this.#left = new Uint8Array(this.values.length ** 2);
    this.#mark(this.values, 1);
  }

  #mark(values: readonly Value[], left: 0 | 1): void {
    for (const one of values) {
      for (const other of values) {
        if (one.factor !== other.factor) {
          this.#left[one.index * this.values.length + other.index] = left;
        }
      }
    }
  }

  /** The pairs that are left. */
  pairs(): (readonly [Value, Value])[] {
    return this.values.flatMap((one) =>
      this.values
        .filter((other) => one.index < other.index && this.gain(one, [other]) === 1)
        .map((other) => [one, other] as const),
    );
  }

  cover(values: readonly Value[]): void {
    this.#mark(values, 0);
  }

  /** How many of the pairs of a value with others are left. */
  gain(value: Value, others: readonly Value[]): number {
    const row = value.index * this.values.length;
    return others.reduce((sum, other) => sum + (this.#left[row + other.index] as number), 0);
  }

  /** How many pairs a combination would cover. */
  gainOfAll(values: readonly Value[]): number {
    return values.reduce((sum, value) => sum + this.gain(value, values), 0) / 2;
  }
}
