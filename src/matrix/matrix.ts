import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../document/open-points.js';
import { UsageError } from '../options/usage-error.js';
import { type Culprit, CulpritSearch } from './isolate.js';
import {
  findDifferences,
  type PlannedRun,
  planCombinations,
  planProfiles,
  type SingleChoice,
} from './plan.js';
import {
  forEachParallel,
  type MatrixProgress,
  type RunCommand,
  RunLimitReached,
  type RunResult,
  Runs,
} from './run.js';
import { getLastLines } from './text.js';

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
  /** The profiles and combinations, with the choices that differ from the profile default. */
  readonly runs: readonly {
    readonly name: string;
    readonly choices: readonly SingleChoice[];
    readonly passed: boolean;
    readonly exit: string;
  }[];
  /** Number of all runs, with those of the search for culprits. */
  readonly totalRuns: number;
  /** False if the maximum number of runs was reached: there may be other choices that make it fail. */
  readonly complete: boolean;
  readonly culprits: readonly Culprit[];
  /** Failures that did not happen again. */
  readonly flaky: readonly Culprit[];
  readonly points: readonly PointFindings[];
}

export interface MatrixOptions {
  /** Choices that are the same in all runs. */
  readonly pinned: Partial<Choices>;
  /** Maximum number of runs at a time. */
  readonly parallel: number;
  /** Maximum number of all runs. */
  readonly maxRuns: number;
}

/** There is nothing to compare with. */
const createRefusal = (message: string) => new UsageError(message, 2);

/** @throws {UsageError} when the second run of the baseline differs from the first */
async function checkStable(runs: Runs, { choices }: PlannedRun, first: RunResult): Promise<void> {
  const second = await runs.rerun('profile default again', choices);
  if (second.passed !== first.passed) {
    const order = first.passed
      ? `passed, then failed (${second.exit})`
      : `failed (${first.exit}), then passed`;
    throw createRefusal(
      `The command is flaky: with the profile default it ${order}. ` +
        'Make it pass every time, then run animal-store matrix again.',
    );
  }
}

/** @throws {UsageError} when the command fails with the baseline, or sends no request */
async function checkBaseline(runs: Runs, baseline: PlannedRun): Promise<RunResult> {
  const result = await runs.getResult(baseline.name, baseline.choices);
  const { passed, exit, output, exchanges } = result;
  if (!passed) {
    await checkStable(runs, baseline, result);
    const lines = getLastLines(output).join('\n');
    throw createRefusal(
      `The command fails with the profile default (${exit}), so other choices can't be compared. ` +
        'Make it pass first; animal-store exec -- <command> runs it once.' +
        (lines === '' ? '' : `\n\n${lines}`),
    );
  }
  if (exchanges === 0) {
    throw createRefusal(
      'The command passes but sends no requests to the simulator, so there is nothing to compare. ' +
        'It must call the URL in ANIMAL_STORE_URL, or in a variable that --env names.',
    );
  }
  return result;
}

/**
 * Runs every profile, and then combinations for every pair of choices of the points that the command
 * uses. A choice may let it use further points, which need further combinations.
 *
 * @param plan begins with the profiles, and gets the combinations
 */
async function runPlan(
  runs: Runs,
  plan: PlannedRun[],
  { pinned, parallel }: MatrixOptions,
): Promise<void> {
  const [{ choices: baseline }] = plan as [PlannedRun];
  for (let planned: readonly PlannedRun[] = [...plan]; planned.length > 0; ) {
    await forEachParallel(planned, parallel, (one) => runs.getResult(one.name, one.choices));
    const varied = runs.used.filter((point) => pinned[point] === undefined);
    planned = planCombinations(varied, baseline, plan);
    plan.push(...planned);
    runs.plan(planned.length);
  }
}

function summarizePoints(runs: Runs, culprits: readonly Culprit[]): PointFindings[] {
  return openPointNames.map((point) => {
    const { section, silent, choices } = openPoints[point];
    const own = culprits.filter((culprit) => culprit.choices.some((one) => one.point === point));
    const alone = own.filter((culprit) => culprit.choices.length === 1);
    const fails = (choice: string) =>
      alone.some((culprit) => culprit.choices[0]?.choice === choice);
    return {
      point,
      section,
      silent,
      used: runs.used.includes(point) || own.length > 0,
      passesWith: choices.filter((choice) => !fails(choice) && runs.passedWith(point, choice)),
      failsWith: choices.filter(fails),
    };
  });
}

/**
 * Runs a command with every profile and every pair of choices of the points that it uses, and finds the
 * choices that make it fail.
 *
 * @throws {UsageError} when the command fails with the profile default, sends no request, or is flaky
 */
export async function runMatrix(
  run: RunCommand,
  options: MatrixOptions,
  progress: MatrixProgress,
): Promise<MatrixReport> {
  const runs = new Runs(run, options.maxRuns, progress);
  const plan = planProfiles(options.pinned);
  const [baseline] = plan as [PlannedRun];
  // Pinned points make some of the planned runs equal.
  runs.plan(new Set(plan.map(({ choices }) => JSON.stringify(choices))).size);
  const first = await checkBaseline(runs, baseline);
  const search = new CulpritSearch(runs, baseline.choices);
  const listEnded = () =>
    plan.flatMap((planned) => {
      const result = runs.findResult(planned.choices);
      return result === undefined ? [] : [{ ...planned, ...result }];
    });
  let complete = true;
  try {
    await runPlan(runs, plan, options);
    const ended = listEnded();
    const failing = ended.filter(({ passed }) => !passed);
    if (failing.length > 0) {
      await checkStable(runs, baseline, first);
      const passing = ended.filter(({ passed }) => passed);
      await search.searchSingles(failing, passing, options.parallel);
      runs.plan(failing.length);
      for (const planned of failing) {
        await search.searchRun(planned);
      }
    }
  } catch (error) {
    if (!(error instanceof RunLimitReached)) {
      throw error;
    }
    complete = false;
  }
  const ended = listEnded();
  const { culprits, flaky } = search;
  return {
    outcome: ended.every(({ passed }) => passed) ? 'passed' : 'failed',
    runs: ended.map(({ name, choices, passed, exit }) => ({
      name,
      choices: findDifferences(choices, baseline.choices),
      passed,
      exit,
    })),
    totalRuns: runs.count,
    complete,
    culprits,
    flaky,
    points: summarizePoints(runs, culprits),
  };
}
