import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../engine/choices/open-points.js';
import type { Trials } from './run.js';

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

/** One of the runs that every matrix has: a profile, or a combination. */
export interface MatrixRun {
  /** `profile hostile`, `combination 3`. */
  readonly name: string;
  /** Where it differs from the profile default. */
  readonly choices: readonly SingleChoice[];
  readonly passed: boolean;
  readonly ending: string;
}

/** Choices that break the command, each of them needed: one, or several together. */
export interface Culprit {
  readonly choices: readonly SingleChoice[];
  readonly ending: string;
  /** The last of what the command printed. */
  readonly output: string;
}

/** What the matrix found out about one open point. */
export interface PointFindings {
  readonly point: OpenPoint;
  readonly section: string;
  /** What the document is silent on. */
  readonly silent: string;
  /** Whether any request or answer brought it up: where none did, nothing is proved. */
  readonly cameUp: boolean;
  /** The choices under which the command passed. */
  readonly holdsWith: readonly string[];
  /** Those that break it by themselves. */
  readonly breaksWith: readonly string[];
}

export interface MatrixReport {
  readonly outcome: 'passed' | 'failed';
  readonly runs: readonly MatrixRun[];
  /** How many runs there were in all, with those that narrowed it down. */
  readonly totalRuns: number;
  readonly culprits: readonly Culprit[];
  /** What failed once, and passed when it was run again. */
  readonly flaky: readonly Culprit[];
  readonly points: readonly PointFindings[];
}

/** What runs and culprits come to, for each open point. */
export function findings(trials: Trials, culprits: readonly Culprit[]): PointFindings[] {
  const alone = culprits.flatMap(({ choices }) => (choices.length === 1 ? choices : []));
  return openPointNames.map((point) => {
    const { section, silent, choices } = openPoints[point];
    const breaks = (choice: string) =>
      alone.some((single) => single.point === point && single.choice === choice);
    return {
      point,
      section,
      silent,
      cameUp: trials.cameUp.has(point),
      holdsWith: choices.filter((choice) => !breaks(choice) && trials.passedWith(point, choice)),
      breaksWith: choices.filter(breaks),
    };
  });
}
