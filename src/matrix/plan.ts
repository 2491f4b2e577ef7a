/** One value for each factor. */
export type Combination = Readonly<Record<string, string>>;
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A value of a factor; `index` tells it from all others. */
interface Value {
  readonly factor: string;
  readonly text: string;
  readonly index: number;
}

/** The pairs of values of different factors that no combination has yet. */
class Uncovered {
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

/** The value that covers most with those chosen; of equals, the one with most left to cover. */
function bestOf(
  candidates: readonly Value[],
  chosen: readonly Value[],
  uncovered: Uncovered,
): Value {
  const ranked = candidates
    .map((value) => ({
      value,
      gain: uncovered.gain(value, chosen),
      left: uncovered.gain(value, uncovered.values),
    }))
    .sort((one, other) => other.gain - one.gain || other.left - one.left);
  return (ranked[0] as (typeof ranked)[number]).value;
}

/** Around a pair, the best value of each other factor in turn. */
function combinationAround(
  pair: readonly Value[],
  factors: readonly string[],
  uncovered: Uncovered,
): readonly Value[] {
  const chosen = [...pair];
  for (const factor of factors) {
    if (chosen.every((value) => value.factor !== factor)) {
      const candidates = uncovered.values.filter((value) => value.factor === factor);
      chosen.push(bestOf(candidates, chosen, uncovered));
    }
  }
  return chosen;
}

function valuesOf(combination: Combination, { values }: Uncovered): readonly Value[] {
  return values.filter(({ factor, text }) => combination[factor] === text);
}

/**
 * A small set of combinations that, with those already there, has every pair of values: what takes
 * two choices to break is found. Greedy, and always the same.
 */
export function coveringCombinations(
  factors: Factors,
  already: readonly Combination[],
): Combination[] {
  const names = Object.keys(factors);
  const uncovered = new Uncovered(factors);
  for (const combination of already) {
    uncovered.cover(valuesOf(combination, uncovered));
  }
  const combinations: Combination[] = [];
  for (let pairs = uncovered.pairs(); pairs.length > 0; pairs = uncovered.pairs()) {
    const candidates = pairs
      .map((pair) => combinationAround(pair, names, uncovered))
      .map((values) => ({ values, gain: uncovered.gainOfAll(values) }))
      .sort((one, other) => other.gain - one.gain);
    const [{ values }] = candidates as [(typeof candidates)[number]];
    uncovered.cover(values);
    const texts = new Map(values.map(({ factor, text }) => [factor, text]));
    combinations.push(Object.fromEntries(names.map((name) => [name, texts.get(name) as string])));
  }
  return combinations;
}
