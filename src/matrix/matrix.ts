import { type Choices, openPointNames, openPoints } from '../document/open-points.js';
import { UsageError } from '../options/usage-error.js';
import { type Culprit, findCulprits } from './isolate.js';
import { findDifferences, type PlannedRun, planCombinations, planProfiles } from './plan.js';
import { forEachParallel, type RunCommand, type RunResult, Runs } from './run.js';
import { getLastLines } from './text.js';

/** @throws {UsageError} when the command fails with the baseline, or sends no request */
function checkBaseline({ passed, exit, output, exchanges }: RunResult): void {
  if (!passed) {
    const message =
      `The command fails with the profile default (${exit}), so other choices can't be compared. ` +
      'Make it pass first; animal-store exec -- <command> runs it once.';
    throw new UsageError(`${message}\n\n${getLastLines(output).join('\n')}`.trimEnd(), 2);
  }
  if (exchanges === 0) {
    throw new UsageError(
      'The command passes but sends no requests to the simulator, so there is nothing to compare. ' +
        'It must call the URL in ANIMAL_STORE_URL, or in a variable that --env names.',
      2,
    );
  }
}

function summarizePoints(runs: Runs, culprits: readonly Culprit[]) {
  return openPointNames.map((point) => {
    const { section, silent, choices } = openPoints[point];
    const own = culprits.filter((culprit) => culprit.choices.some((one) => one.point === point));
    const alone = own.flatMap((culprit) => (culprit.choices.length === 1 ? culprit.choices : []));
    const failsWith = alone.map(({ choice }) => choice);
    const passed = runs.ended.flatMap((run) => (run.passed ? run.choices[point] : []));
    return {
      point,
      section,
      silent,
      /** An unused point is in no combination. */
      used: runs.used.includes(point) || own.length > 0,
      /** The choices with which the command passed. */
      passesWith: choices.filter((one) => !failsWith.includes(one) && passed.includes(one)),
      /** The choices that alone make it fail. */
      failsWith,
    };
  });
}
export type PointFindings = ReturnType<typeof summarizePoints>[number];

/**
 * Runs a command with every profile, and with combinations for every pair of choices of the points that it
 * uses. Finds the choices that make it fail.
 *
 * @param pinned choices that are the same in all runs
 * @param parallel maximum number of runs at a time
 * @throws {UsageError} when the command fails with the profile default, sends no request, or is flaky
 */
export async function runMatrix(run: RunCommand, pinned: Partial<Choices>, parallel: number) {
  const runs = new Runs(run);
  const plan = planProfiles(pinned);
  const [{ choices: baseline }] = plan as [PlannedRun];
  checkBaseline(await runs.getResult('profile default', baseline));
  for (let planned: readonly PlannedRun[] = [...plan]; planned.length > 0; ) {
    await forEachParallel(planned, parallel, (one) => runs.getResult(one.name, one.choices));
    // A choice may let it use further points, which need further combinations.
    const varied = runs.used.filter((point) => pinned[point] === undefined);
    planned = planCombinations(varied, baseline, plan);
    plan.push(...planned);
  }
  const ended = await Promise.all(
    plan.map(async ({ name, choices }) => {
      const { passed, exit } = await runs.getResult(name, choices);
      return { name, choices: findDifferences(choices, baseline), passed, exit };
    }),
  );
  if (ended.some(({ passed }) => !passed)) {
    const again = await runs.rerun('profile default again', baseline);
    if (!again.passed) {
      throw new UsageError(
        `The command is flaky: with the profile default it passed, then failed (${again.exit}). ` +
          'Make it pass every time, then run animal-store matrix again.',
        2,
      );
    }
  }
  const { culprits, flaky } = await findCulprits(runs, baseline, ended, parallel);
  return {
    outcome: ended.every(({ passed }) => passed) ? 'passed' : 'failed',
    /** The profiles and combinations, with the choices that differ from the profile default. */
    runs: ended,
    /** Number of all runs, with those of the search for culprits. */
    totalRuns: runs.ended.length,
    culprits,
    /** Failures that did not happen again. */
    flaky,
    points: summarizePoints(runs, culprits),
  };
}
export type MatrixReport = Awaited<ReturnType<typeof runMatrix>>;
