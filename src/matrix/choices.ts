import { type Choices, type OpenPoint, openPointNames } from '../engine/service/open-points.js';

/** The choice of one open point. */
export interface SingleChoice {
  readonly point: OpenPoint;
  readonly choice: string;
}

/** Where choices differ from those of the baseline. */
export function differences(choices: Choices, baseline: Choices): SingleChoice[] {
  return openPointNames
    .filter((point) => choices[point] !== baseline[point])
    .map((point) => ({ point, choice: choices[point] }));
}

/** The baseline with single choices replaced. */
export function withChoices(baseline: Choices, singles: readonly SingleChoice[]): Choices {
  const replaced = Object.fromEntries(singles.map(({ point, choice }) => [point, choice]));
  return { ...baseline, ...replaced };
}

/** Choices in words: `list-order=shuffled, id-scheme=large`. */
export function inWords(singles: readonly SingleChoice[]): string {
  return singles.map(({ point, choice }) => `${point}=${choice}`).join(', ');
}
