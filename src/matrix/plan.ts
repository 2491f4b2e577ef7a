import {
  type Choices,
  openPointNames,
  openPoints,
  profileNames,
  resolveChoices,
} from '../engine/choices/open-points.js';

/** One value for each factor. */
export type Combination = Readonly<Record<string, string>>;
export type Factors = Readonly<Record<string, readonly string[]>>;

/** A value of a factor; `index` is unique among all values. */
interface Value {
  readonly factor: string;
  readonly text: string;
  readonly index: number;
}

/** The pairs of values of different factors that no combination covers yet. */
class UncoveredPairs {
  readonly values: readonly Value[];
  /** 1 for each uncovered pair, in both orders. */
  readonly #matrix: Uint8Array;

  constructor(factors: Factors) {
    this.values = Object.entries(factors)
      .flatMap(([factor, legal]) => legal.map((text) => ({ factor, text })))
      .map((value, index) => ({ ...value, index }));
    this.#matrix = new Uint8Array(this.values.length ** 2);
    this.#mark(this.values, 1);
  }

  #mark(values: readonly Value[], uncovered: 0 | 1): void {
    for (const one of values) {
      for (const other of values) {
        if (one.factor !== other.factor) {
          this.#matrix[one.index * this.values.length + other.index] = uncovered;
        }
      }
    }
  }

  list(): (readonly [Value, Value])[] {
    return this.values.flatMap((one) =>
      this.values
        .filter((other) => one.index < other.index && this.count(one, [other]) === 1)
        .map((other) => [one, other] as const),
    );
  }

  cover(values: readonly Value[]): void {
    this.#mark(values, 0);
  }

  /** Number of uncovered pairs of a value with others. */
  count(value: Value, others: readonly Value[]): number {
    const row = value.index * this.values.length;
    return others.reduce((sum, other) => sum + (this.#matrix[row + other.index] as number), 0);
  }

  /** Number of uncovered pairs among the values of a combination. */
  countAll(values: readonly Value[]): number {
    return values.reduce((sum, value) => sum + this.count(value, values), 0) / 2;
  }
}

/** The candidate that covers most pairs with the chosen values, then most pairs overall. */
function pickBest(
  candidates: readonly Value[],
  chosen: readonly Value[],
  uncovered: UncoveredPairs,
): Value {
  const ranked = candidates
    .map((value) => ({
      value,
      gain: uncovered.count(value, chosen),
      rest: uncovered.count(value, uncovered.values),
    }))
    .sort((one, other) => other.gain - one.gain || other.rest - one.rest);
  return (ranked[0] as (typeof ranked)[number]).value;
}

/** Adds the best value of each other factor to a pair. */
function completePair(
  pair: readonly Value[],
  factors: readonly string[],
  uncovered: UncoveredPairs,
): readonly Value[] {
  const chosen = [...pair];
  for (const factor of factors) {
    if (chosen.every((value) => value.factor !== factor)) {
      const candidates = uncovered.values.filter((value) => value.factor === factor);
      chosen.push(pickBest(candidates, chosen, uncovered));
    }
  }
  return chosen;
}

/**
 * Finds a small set of combinations that, with the existing ones, has every pair of values: enough to
 * find what two choices break together. Greedy and deterministic.
 */
export function coverPairs(factors: Factors, existing: readonly Combination[]): Combination[] {
  const names = Object.keys(factors);
  const uncovered = new UncoveredPairs(factors);
  for (const combination of existing) {
    const values = uncovered.values.filter(({ factor, text }) => combination[factor] === text);
    uncovered.cover(values);
  }
  const combinations: Combination[] = [];
  for (let pairs = uncovered.list(); pairs.length > 0; pairs = uncovered.list()) {
    const candidates = pairs
      .map((pair) => completePair(pair, names, uncovered))
      .map((values) => ({ values, gain: uncovered.countAll(values) }))
      .sort((one, other) => other.gain - one.gain);
    const [{ values }] = candidates as [(typeof candidates)[number]];
    uncovered.cover(values);
    const texts = new Map(values.map(({ factor, text }) => [factor, text]));
    combinations.push(Object.fromEntries(names.map((name) => [name, texts.get(name) as string])));
  }
  return combinations;
}

/** A run that every matrix has. */
export interface PlannedRun {
  readonly name: string;
  readonly choices: Choices;
}

/** Plans one run for each profile, and combinations for the remaining pairs of choices. */
export function planMatrix(pinned: Partial<Choices>): readonly [PlannedRun, ...PlannedRun[]] {
  const profiles = profileNames.map((profile) => ({
    name: `profile ${profile}`,
    choices: resolveChoices(profile, pinned),
  }));
  const factors = Object.fromEntries(
    openPointNames.map((point) => {
      const only = pinned[point];
      return [point, only === undefined ? openPoints[point].choices : [only]];
    }),
  );
  const existing = profiles.map(({ choices }) => choices);
  const combinations = coverPairs(factors, existing).map((choices, index) => ({
    name: `combination ${index + 1}`,
    choices: choices as unknown as Choices,
  }));
  return [...profiles, ...combinations] as unknown as [PlannedRun, ...PlannedRun[]];
}
