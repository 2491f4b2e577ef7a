import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../document/open-points.js';
import type { CachedRunner } from './run.js';

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
export function formatChoices(singles: readonly SingleChoice[]): string {
  return singles.map(({ point, choice }) => `${point}=${choice}`).join(', ');
}

/** One of the planned runs: a profile or a combination. */
interface MatrixRun {
  /** `profile hostile`, `combination 3`. */
  readonly name: string;
  /** The choices that differ from the profile default. */
  readonly choices: readonly SingleChoice[];
  readonly passed: boolean;
  readonly exit: string;
}

/** Choices that make the command fail. Each is needed: one alone, or several together. */
export interface Culprit {
  readonly choices: readonly SingleChoice[];
  readonly exit: string;
  /** The end of the command's output. */
  readonly output: string;
}

export interface PointFindings {
  readonly point: OpenPoint;
  readonly section: string;
  /** What the document does not specify. */
  readonly silent: string;
  /** Whether any request or response used it; an unused point is in no combination. */
  readonly used: boolean;
  /** The choices with which the command passed. */
  readonly passesWith: readonly string[];
  /** The choices that alone make it fail. */
  readonly failsWith: readonly string[];
}

export interface MatrixReport {
  readonly outcome: 'passed' | 'failed';
  readonly runs: readonly MatrixRun[];
  /** Number of all runs, with those of the search for culprits. */
  readonly totalRuns: number;
  /** False if the maximum number of runs was reached: there may be other choices that make it fail. */
  readonly complete: boolean;
  readonly culprits: readonly Culprit[];
  /** Failures that did not happen again. */
  readonly flaky: readonly Culprit[];
  readonly points: readonly PointFindings[];
}

export function summarizePoints(
  runner: CachedRunner,
  culprits: readonly Culprit[],
): PointFindings[] {
  const alone = culprits.flatMap(({ choices }) => (choices.length === 1 ? choices : []));
  const culpritPoints = new Set(
    culprits.flatMap(({ choices }) => choices.map(({ point }) => point)),
  );
  return openPointNames.map((point) => {
    const { section, silent, choices } = openPoints[point];
    const fails = (choice: string) =>
      alone.some((single) => single.point === point && single.choice === choice);
    return {
      point,
      section,
      silent,
      used: runner.used.includes(point) || culpritPoints.has(point),
      passesWith: choices.filter((choice) => !fails(choice) && runner.passedWith(point, choice)),
      failsWith: choices.filter(fails),
    };
  });
}
