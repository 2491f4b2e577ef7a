import { type Combination, type Factors, Uncovered, type Value } from './uncovered.js';

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
