import type { Choices } from '../document/open-points.js';
import { UsageError } from '../options/usage-error.js';
import { CulpritSearch } from './isolate.js';
import { type PlannedRun, planCombinations, planProfiles } from './plan.js';
import { findDifferences, type MatrixReport, summarizePoints } from './report.js';
import {
  CachedRunner,
  catchRunLimit,
  forEachParallel,
  type MatrixProgress,
  type RunCommand,
  type RunResult,
} from './run.js';
import { getLastLines } from './text.js';

export interface MatrixOptions {
  /** Choices that are the same in all runs. */
  readonly pinned: Partial<Choices>;
  /** Maximum number of runs at a time. */
  readonly parallel: number;
  /** Maximum number of all runs. */
  readonly maxRuns: number;
}

/** @throws {UsageError} when the second run of the baseline differs from the first */
async function checkStable(
  runner: CachedRunner,
  { choices }: PlannedRun,
  first: RunResult,
): Promise<void> {
  const second = await runner.rerun('profile default again', choices);
  if (second.passed === first.passed) {
    return;
  }
  const order = first.passed
    ? `passed, then failed (${second.exit})`
    : `failed (${first.exit}), then passed`;
  throw new UsageError(
    `The command is flaky: with the profile default it ${order}. ` +
      'Make it pass every time, then run animal-store matrix again.',
  );
}

/** @throws {UsageError} when the command fails with the baseline, or sends no request */
async function checkBaseline(runner: CachedRunner, baseline: PlannedRun): Promise<RunResult> {
  const result = await runner.getResult(baseline.name, baseline.choices);
  const { passed, exit, output, exchanges } = result;
  if (!passed) {
    await checkStable(runner, baseline, result);
    const lines = getLastLines(output).join('\n');
    throw new UsageError(
      `The command fails with the profile default (${exit}), so other choices can't be compared. ` +
        'Make it pass first; animal-store exec -- <command> runs it once.' +
        (lines === '' ? '' : `\n\n${lines}`),
    );
  }
  if (exchanges === 0) {
    throw new UsageError(
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
  runner: CachedRunner,
  plan: PlannedRun[],
  { pinned, parallel }: MatrixOptions,
): Promise<void> {
  const [{ choices: baseline }] = plan as [PlannedRun];
  for (let planned: readonly PlannedRun[] = [...plan]; planned.length > 0; ) {
    await forEachParallel(planned, parallel, (one) => runner.getResult(one.name, one.choices));
    const varied = runner.used.filter((point) => pinned[point] === undefined);
    planned = planCombinations(varied, baseline, plan);
    plan.push(...planned);
    runner.plan(planned.length);
  }
}

/** The planned runs that ended. */
function listEnded(runner: CachedRunner, plan: readonly PlannedRun[]) {
  return plan.flatMap((planned) => {
    const result = runner.findResult(planned.choices);
    return result === undefined ? [] : [{ ...planned, ...result }];
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
  const runner = new CachedRunner(run, options.maxRuns, progress);
  const plan = planProfiles(options.pinned);
  const [baseline] = plan as [PlannedRun];
  // Pinned points make some of the planned runs equal.
  runner.plan(new Set(plan.map(({ choices }) => JSON.stringify(choices))).size);
  const first = await checkBaseline(runner, baseline);
  const search = new CulpritSearch(runner, baseline.choices);
  const complete = await catchRunLimit(async () => {
    await runPlan(runner, plan, options);
    const ended = listEnded(runner, plan);
    const failing = ended.filter(({ passed }) => !passed);
    if (failing.length > 0) {
      await checkStable(runner, baseline, first);
      const list = (hasPassed: boolean) =>
        ended.filter(({ passed }) => passed === hasPassed).map(({ choices }) => choices);
      await search.searchSingles(list(false), list(true), options.parallel);
      runner.plan(failing.length);
      for (const planned of failing) {
        await search.searchRun(planned);
      }
    }
  });
  const { culprits, flaky } = search;
  const runs = listEnded(runner, plan).map(({ name, choices, passed, exit }) => ({
    name,
    choices: findDifferences(choices, baseline.choices),
    passed,
    exit,
  }));
  return {
    outcome: runs.every(({ passed }) => passed) ? 'passed' : 'failed',
    runs,
    totalRuns: runner.runs,
    complete,
    culprits,
    flaky,
    points: summarizePoints(runner, culprits),
  };
}
