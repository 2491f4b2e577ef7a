import {
  type Choices,
  openPointNames,
  openPoints,
  profileNames,
  resolveChoices,
} from '../engine/choices/open-points.js';
import { UsageError } from '../options/resolve.js';
import { Blame } from './isolate.js';
import { coveringCombinations } from './plan.js';
import { differences, findings, type MatrixReport, type MatrixRun } from './report.js';
import { type Attempt, inParallel, type MatrixProgress, type RunCommand, Trials } from './run.js';
import { lastLines } from './text.js';

export interface MatrixOptions {
  /** Choices that are the same in all runs. */
  readonly pinned: Partial<Choices>;
  /** How many runs take place at a time. */
  readonly parallel: number;
}

interface Planned {
  readonly name: string;
  readonly choices: Choices;
}

/** Every profile, and combinations that have with them every pair of choices. */
export function planMatrix(pinned: Partial<Choices>): readonly [Planned, ...Planned[]] {
  const profiles = profileNames.map((profile) => ({
    name: `profile ${profile}`,
    choices: resolveChoices(profile, pinned),
  }));
  const factors = Object.fromEntries(
    openPointNames.map((point) => {
      const only = pinned[point];
      return [point, only === undefined ? openPoints[point].choices : [only]];
    }),
  );
  const already = profiles.map(({ choices }) => choices);
  const combinations = coveringCombinations(factors, already).map((choices, index) => ({
    name: `combination ${index + 1}`,
    choices: choices as unknown as Choices,
  }));
  return [...profiles, ...combinations] as unknown as [Planned, ...Planned[]];
}

function flaky(order: string): UsageError {
  return new UsageError(
    `The command is flaky: under the profile default it ${order}. ` +
      'Nothing can be blamed for it until it passes every time.',
  );
}

/** @throws {UsageError} when what passed at first fails now, or the other way round */
async function checkStable(trials: Trials, { choices }: Planned, first: Attempt): Promise<void> {
  const { passed, ending } = await trials.again('profile default again', choices);
  if (passed && !first.passed) {
    throw flaky(`failed (${first.ending}), and then passed`);
  }
  if (!passed && first.passed) {
    throw flaky(`passed, and then failed (${ending})`);
  }
}

/** @throws {UsageError} when the command tells nothing: it fails anyway, or asks nothing */
async function checkBaseline(trials: Trials, baseline: Planned): Promise<Attempt> {
  const attempt = await trials.outcome(baseline.name, baseline.choices);
  const { passed, ending, output, exchanges } = attempt;
  if (!passed) {
    await checkStable(trials, baseline, attempt);
    const printed = lastLines(output).join('\n');
    throw new UsageError(
      `The command fails under the profile default already (${ending}), so nothing can be said of ` +
        `the others. Make it pass first: animal-store exec -- <command> runs it once.` +
        (printed === '' ? '' : `\n\n${printed}`),
    );
  }
  if (exchanges === 0) {
    throw new UsageError(
      'The command passes, and sent no request to the simulator, so nothing can be said of it. It ' +
        'finds the address in ANIMAL_STORE_URL, or in a variable that --env names.',
    );
  }
  return attempt;
}

/**
 * Runs a command under every profile and every pair of choices, and finds out which choices break it.
 *
 * @throws {UsageError} when the command tells nothing: it fails anyway, asks nothing, or is flaky
 */
export async function runMatrix(
  run: RunCommand,
  { pinned, parallel }: MatrixOptions,
  progress: MatrixProgress,
): Promise<MatrixReport> {
  const trials = new Trials(run, progress);
  const plan = planMatrix(pinned);
  const [baseline] = plan;
  // With points that are held to one choice, some of them come to the same.
  trials.plan(new Set(plan.map(({ choices }) => JSON.stringify(choices))).size);
  const first = await checkBaseline(trials, baseline);
  const attempts = await inParallel(plan, parallel, async (planned) => ({
    ...planned,
    ...(await trials.outcome(planned.name, planned.choices)),
  }));
  const failing = attempts.filter(({ passed }) => !passed);
  const passing = attempts.filter(({ passed }) => passed);
  const blame = new Blame(trials, baseline.choices);
  if (failing.length > 0) {
    await checkStable(trials, baseline, first);
    const choicesOfAll = (all: readonly Planned[]) => all.map(({ choices }) => choices);
    await blame.singles(choicesOfAll(failing), choicesOfAll(passing), parallel);
    trials.plan(failing.length);
    for (const planned of failing) {
      await blame.together(planned);
    }
  }
  const runs: MatrixRun[] = attempts.map(({ name, choices, passed, ending }) => ({
    name,
    choices: differences(choices, baseline.choices),
    passed,
    ending,
  }));
  const { culprits, flaky } = blame;
  return {
    outcome: failing.length === 0 ? 'passed' : 'failed',
    runs,
    totalRuns: trials.runs,
    culprits,
    flaky,
    points: findings(trials, culprits),
  };
}
