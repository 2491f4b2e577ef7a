import {
  type Choices,
  listCommon,
  type OpenPoint,
  openPointNames,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';

export interface SingleChoice {
  readonly point: OpenPoint;
  readonly choice: string;
}

export function findDifferences(choices: Choices, baseline: Choices): SingleChoice[] {
  return openPointNames
    .filter((point) => choices[point] !== baseline[point])
    .map((point) => ({ point, choice: choices[point] }));
}

export function replaceChoices(baseline: Choices, singles: readonly SingleChoice[]): Choices {
  const replaced = Object.fromEntries(singles.map(({ point, choice }) => [point, choice]));
  return { ...baseline, ...replaced };
}

/** `list-order=shuffled, id-scheme=large` */
export const formatChoices = (singles: readonly SingleChoice[]) =>
  singles.map(({ point, choice }) => `${point}=${choice}`).join(', ');

/** One value for each factor. */
export type Combination = Readonly<Record<string, string>>;
export type Factors = Readonly<Record<string, readonly string[]>>;

interface Value {
  readonly factor: string;
  readonly text: string;
  /** The values of other factors that no combination has together with this one yet. */
  readonly unpaired: Set<Value>;
}

function pairAll(combination: readonly Value[]): void {
  for (const { unpaired } of combination) {
    for (const value of combination) {
      unpaired.delete(value);
    }
  }
}

const countUnpaired = ({ unpaired }: Value, others: readonly Value[]) =>
  others.filter((other) => unpaired.has(other)).length;

/** Adds the value of each other factor that makes most new pairs here, then most new pairs overall. */
function completePair(
  pair: readonly Value[],
  factors: readonly string[],
  values: readonly Value[],
): readonly Value[] {
  const chosen = [...pair];
  for (const factor of factors) {
    if (chosen.every((value) => value.factor !== factor)) {
      const ranked = values
        .filter((value) => value.factor === factor)
        .map((value) => ({ value, gain: countUnpaired(value, chosen), rest: value.unpaired.size }))
        .sort((one, other) => other.gain - one.gain || other.rest - one.rest);
      chosen.push((ranked[0] as (typeof ranked)[number]).value);
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
  const values = Object.entries(factors).flatMap(([factor, texts]) =>
    texts.map((text): Value => ({ factor, text, unpaired: new Set() })),
  );
  for (const { factor, unpaired } of values) {
    for (const other of values.filter((value) => value.factor !== factor)) {
      unpaired.add(other);
    }
  }
  for (const combination of existing) {
    pairAll(values.filter(({ factor, text }) => combination[factor] === text));
  }
  const combinations: Combination[] = [];
  for (;;) {
    const [best] = values
      .flatMap((one, index) =>
        values.slice(index + 1).flatMap((other) => (one.unpaired.has(other) ? [[one, other]] : [])),
      )
      .map((pair) => completePair(pair, names, values))
      .map((all) => ({ all, gain: all.reduce((sum, one) => sum + countUnpaired(one, all), 0) }))
      .sort((one, other) => other.gain - one.gain);
    if (best === undefined) {
      return combinations;
    }
    pairAll(best.all);
    const ordered = values.filter((value) => best.all.includes(value));
    combinations.push(Object.fromEntries(ordered.map(({ factor, text }) => [factor, text])));
  }
}

/** A profile or a combination. */
export interface PlannedRun {
  readonly name: string;
  readonly choices: Choices;
}

/** Plans one run for each profile: the first shows which points the command uses. */
export function planProfiles(pinned: Partial<Choices>): PlannedRun[] {
  return profileNames.map((profile) => ({
    name: `profile ${profile}`,
    choices: resolveChoices(profile, pinned),
  }));
}

/**
 * Plans combinations of the points that vary, for the pairs of choices that no run had yet; other points
 * keep the choice of the baseline.
 */
export function planCombinations(
  varied: readonly OpenPoint[],
  baseline: Choices,
  existing: readonly PlannedRun[],
): PlannedRun[] {
  const first = existing.filter(({ name }) => name.startsWith('combination')).length + 1;
  const factors = Object.fromEntries(varied.map((point) => [point, listCommon(point)]));
  // A constant, with which the choices of a single point make pairs too.
  const combinations = coverPairs(
    { ...factors, constant: [''] },
    existing.map(({ choices }) => ({ ...choices, constant: '' })),
  );
  return combinations.map(({ constant: _, ...choices }, index) => ({
    name: `combination ${first + index}`,
    choices: { ...baseline, ...choices },
  }));
}
