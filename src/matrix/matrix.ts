import type { Choices } from '../engine/choices/open-points.js';
import { UsageError } from '../options/usage-error.js';
import { CulpritSearch } from './isolate.js';
import { type PlannedRun, planCombinations, planProfiles } from './plan.js';
import { findDifferences, type MatrixReport, summarizePoints } from './report.js';
import {
  CachedRunner,
  catchRunLimit,
  type MatrixProgress,
  mapParallel,
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

type FinishedRun = PlannedRun & RunResult;

/** Runs what is planned, except for what exceeds the maximum number of runs. */
async function runAll(
  runner: CachedRunner,
  planned: readonly PlannedRun[],
  parallel: number,
): Promise<FinishedRun[]> {
  const results = await mapParallel(planned, parallel, async (one) => {
    const result = await catchRunLimit(() => runner.getResult(one.name, one.choices));
    return result === undefined ? [] : [{ ...one, ...result }];
  });
  return results.flat();
}

/**
 * Runs every profile, and then combinations for every pair of choices of the points that the command
 * uses. A choice may let it use further points, which need further combinations.
 */
async function runPlan(
  runner: CachedRunner,
  profiles: readonly [PlannedRun, ...PlannedRun[]],
  { pinned, parallel }: MatrixOptions,
): Promise<FinishedRun[]> {
  const results = await runAll(runner, profiles, parallel);
  const [{ choices: baseline }] = profiles;
  for (let planned: readonly PlannedRun[] = profiles; planned.length > 0; ) {
    const varied = runner.used.filter((point) => pinned[point] === undefined);
    planned = planCombinations(varied, baseline, results);
    runner.plan(planned.length);
    const finished = await runAll(runner, planned, parallel);
    results.push(...finished);
    if (finished.length < planned.length) {
      break;
    }
  }
  return results;
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
  const profiles = planProfiles(options.pinned);
  const [baseline] = profiles;
  // Pinned points make some of the planned runs equal.
  runner.plan(new Set(profiles.map(({ choices }) => JSON.stringify(choices))).size);
  const first = await checkBaseline(runner, baseline);
  const results = await runPlan(runner, profiles, options);
  const failing = results.filter(({ passed }) => !passed);
  const passing = results.filter(({ passed }) => passed);
  const search = new CulpritSearch(runner, baseline.choices);
  if (failing.length > 0) {
    await catchRunLimit(() => checkStable(runner, baseline, first));
    const getChoices = (runs: readonly PlannedRun[]) => runs.map(({ choices }) => choices);
    await search.searchSingles(getChoices(failing), getChoices(passing), options.parallel);
    runner.plan(failing.length);
    for (const planned of failing) {
      await search.searchRun(planned);
    }
  }
  const { culprits, flaky } = search;
  return {
    outcome: failing.length === 0 ? 'passed' : 'failed',
    runs: results.map(({ name, choices, passed, exit }) => ({
      name,
      choices: findDifferences(choices, baseline.choices),
      passed,
      exit,
    })),
    totalRuns: runner.runs,
    complete: !runner.isExhausted,
    culprits,
    flaky,
    points: summarizePoints(runner, culprits),
  };
}
