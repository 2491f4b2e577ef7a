import type { OpenPoint } from '../engine/service/open-points.js';
import type { SingleChoice } from './choices.js';

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
