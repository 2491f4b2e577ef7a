import type { Choices } from '../engine/choices/open-points.js';
import { UsageError } from '../options/resolve.js';
import { CulpritSearch } from './isolate.js';
import { type PlannedRun, planMatrix } from './plan.js';
import { findDifferences, type MatrixReport, summarizePoints } from './report.js';
import {
  CachedRunner,
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
 * Runs a command with every profile and every pair of choices, and finds the choices that make it
 * fail.
 *
 * @throws {UsageError} when the command fails with the profile default, sends no request, or is flaky
 */
export async function runMatrix(
  run: RunCommand,
  { pinned, parallel }: MatrixOptions,
  progress: MatrixProgress,
): Promise<MatrixReport> {
  const runner = new CachedRunner(run, progress);
  const plan = planMatrix(pinned);
  const [baseline] = plan;
  // Pinned points make some of the planned runs equal.
  runner.plan(new Set(plan.map(({ choices }) => JSON.stringify(choices))).size);
  const first = await checkBaseline(runner, baseline);
  const results = await mapParallel(plan, parallel, async (planned) => ({
    ...planned,
    ...(await runner.getResult(planned.name, planned.choices)),
  }));
  const failing = results.filter(({ passed }) => !passed);
  const passing = results.filter(({ passed }) => passed);
  const search = new CulpritSearch(runner, baseline.choices);
  if (failing.length > 0) {
    await checkStable(runner, baseline, first);
    const getChoices = (runs: readonly PlannedRun[]) => runs.map(({ choices }) => choices);
    await search.searchSingles(getChoices(failing), getChoices(passing), parallel);
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
    culprits,
    flaky,
    points: summarizePoints(runner, culprits),
  };
}
