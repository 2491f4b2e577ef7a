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

/** Every choice of every point, in the order of their table. There is one object for each. */
export const everyChoice: readonly SingleChoice[] = openPointNames.flatMap((point) =>
  listCommon(point).map((choice) => ({ point, choice })),
);

export const findDifferences = (choices: Choices, baseline: Choices): readonly SingleChoice[] =>
  everyChoice.filter(
    ({ point, choice }) => choices[point] === choice && choice !== baseline[point],
  );

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
  /** The values that no combination has together with this one yet; at first, itself too. */
  readonly unpaired: Set<Value>;
}

function pairAll(combination: readonly Value[]): void {
  for (const { unpaired } of combination) {
    for (const value of combination) {
      unpaired.delete(value);
    }
  }
}

/** Combines values, each time the one that makes most new pairs here, then most new pairs overall. */
function combine(values: readonly Value[]): readonly Value[] {
  const chosen: Value[] = [];
  for (;;) {
    const [best] = values
      .filter(({ factor }) => chosen.every((other) => other.factor !== factor))
      .map((value) => ({ value, gain: chosen.filter((one) => value.unpaired.has(one)).length }))
      .sort((a, b) => b.gain - a.gain || b.value.unpaired.size - a.value.unpaired.size);
    if (best === undefined) {
      return chosen;
    }
    chosen.push(best.value);
  }
}

/**
 * Finds a small set of combinations that, with the existing ones, has every pair of values: enough to
 * find what two choices break together. Greedy and deterministic.
 */
export function coverPairs(factors: Factors, existing: readonly Combination[]): Combination[] {
  const values = Object.entries(factors).flatMap(([factor, texts]) =>
    texts.map((text): Value => ({ factor, text, unpaired: new Set() })),
  );
  for (const value of values) {
    for (const other of values.filter((one) => one === value || one.factor !== value.factor)) {
      value.unpaired.add(other);
    }
  }
  for (const combination of existing) {
    pairAll(values.filter(({ factor, text }) => combination[factor] === text));
  }
  const combinations: Combination[] = [];
  while (values.some(({ unpaired }) => unpaired.size > 0)) {
    const combination = combine(values);
    pairAll(combination);
    combinations.push(Object.fromEntries(combination.map(({ factor, text }) => [factor, text])));
  }
  return combinations;
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
  const factors = Object.fromEntries(varied.map((point) => [point, listCommon(point)]));
  const combinations = coverPairs(
    factors,
    existing.map(({ choices }) => choices),
  );
  const first = existing.length - profileNames.length + 1;
  const last = first + combinations.length - 1;
  return combinations.map((choices, index) => ({
    name: `combination ${first + index} of ${last}`,
    choices: { ...baseline, ...choices },
  }));
}
