import { isDeepStrictEqual } from 'node:util';
import {
  type Choices,
  listCommon,
  type OpenPoint,
  openPointNames,
  openPoints,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';
import { UsageError } from '../options/usage-error.js';
import { getLastLines } from './text.js';

/** The result of one run of the command, in a fresh simulator. */
export interface RunResult {
  readonly passed: boolean;
  /** How the command ended: `exit code 1`. */
  readonly exit: string;
  /** Whether it took longer than its time limit, which tells nothing about what it needs. */
  readonly timedOut?: boolean;
  /** The end of its output. */
  readonly output: string;
  /** Number of requests that the simulator received. */
  readonly exchanges: number;
  /** The open points that requests or responses used. */
  readonly used: readonly OpenPoint[];
}

/** Runs the command with a simulator that has these choices. */
export type RunCommand = (name: string, choices: Choices) => Promise<RunResult>;

/** Maps items, in their order, with a limit on parallel calls. */
export async function mapParallel<Item, Result>(
  items: readonly Item[],
  maxParallel: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [index, item] of rest) {
      results[index] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, work));
  return results;
}

export interface SingleChoice {
  readonly point: OpenPoint;
  readonly choice: string;
}

/** A run that fails every time. */
export interface Culprit {
  readonly name: string;
  /** The choices that differ from the profile default: one, or those of a profile. */
  readonly choices: readonly SingleChoice[];
  readonly exit: string;
  /** The end of the command's output. */
  readonly output: string;
}

interface PlannedRun {
  readonly name: string;
  readonly choices: Choices;
}

interface EndedRun extends PlannedRun, RunResult {
  readonly differences: Culprit['choices'];
}

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

function findUsed(runs: readonly RunResult[]): readonly OpenPoint[] {
  const used = new Set(runs.flatMap((run) => run.used));
  // Any command may use `id-scheme`: seeded ids depend on it, without a note.
  return openPointNames.filter((point) => used.has(point) || point === 'id-scheme');
}

const hasPassed = (runs: readonly EndedRun[], point: OpenPoint, choice: string) =>
  runs.some(({ passed, choices }) => passed && choices[point] === choice);

/** Runs again what failed, and tells failures from those that don't happen again. */
async function confirmFailures(run: RunCommand, runs: readonly EndedRun[]) {
  const culprits: Culprit[] = [];
  const flaky: Culprit[] = [];
  const failures = runs
    .filter(({ passed }) => !passed)
    // A profile is no news when one of its choices fails alone.
    .sort((a, b) => a.differences.length - b.differences.length);
  for (const { name, choices, differences, exit, output } of failures) {
    const isKnown = culprits.some((culprit) =>
      culprit.choices.every(({ point, choice }) => choices[point] === choice),
    );
    if (!isKnown) {
      const { passed } = await run(`${name} again`, choices);
      (passed ? flaky : culprits).push({ name, choices: differences, exit, output });
    }
  }
  return { culprits, flaky };
}

function summarizePoints(runs: readonly EndedRun[], culprits: readonly Culprit[]) {
  const used = findUsed(runs);
  const alone = culprits.flatMap(({ choices }) => (choices.length === 1 ? choices : []));
  return openPointNames.map((point) => {
    const { section, silent, choices: all } = openPoints[point];
    return {
      point,
      section,
      silent,
      /** The choices of an unused point are not tried. */
      used: used.includes(point),
      /** The choices with which the command passed. */
      passesWith: all.filter((choice) => hasPassed(runs, point, choice)),
      /** The choices that alone make it fail. */
      failsWith: alone.filter((one) => one.point === point).map(({ choice }) => choice),
    };
  });
}
export type PointFindings = ReturnType<typeof summarizePoints>[number];

/**
 * Runs a command with every profile, and with each choice that no passing run had, alone, of the points that it
 * uses. Finds the choices that make it fail.
 *
 * @param pinned choices that are the same in all runs
 * @param parallel maximum number of runs at a time
 * @throws {UsageError} when the command fails with the profile default, sends no request, or is flaky
 */
export async function runMatrix(run: RunCommand, pinned: Partial<Choices>, parallel: number) {
  const [first, ...profiles] = profileNames.map((profile) => ({
    name: `profile ${profile}`,
    choices: resolveChoices(profile, pinned),
  })) as [PlannedRun, ...PlannedRun[]];
  const baseline = first.choices;
  const runOne = async ({ name, choices }: PlannedRun): Promise<EndedRun> => {
    const differing = openPointNames.filter((point) => choices[point] !== baseline[point]);
    const differences = differing.map((point) => ({ point, choice: choices[point] }));
    return { name, choices, differences, ...(await run(name, choices)) };
  };
  const runs: EndedRun[] = [await runOne(first)];
  runs.forEach(checkBaseline);
  const isNew = ({ choices }: PlannedRun) =>
    !runs.some((one) => isDeepStrictEqual(one.choices, choices));
  for (let planned = profiles.filter(isNew); planned.length > 0; ) {
    runs.push(...(await mapParallel(planned, parallel, runOne)));
    // A choice may let the command use further points.
    const varied = findUsed(runs).filter((point) => pinned[point] === undefined);
    const plan = (point: OpenPoint) =>
      listCommon(point)
        .filter((choice) => !hasPassed(runs, point, choice))
        .map((choice) => ({
          name: `${point}=${choice}`,
          choices: { ...baseline, [point]: choice },
        }));
    planned = varied.flatMap(plan).filter(isNew);
  }
  const outcome = runs.every(({ passed }) => passed) ? 'passed' : 'failed';
  if (outcome === 'failed') {
    const again = await run('profile default again', baseline);
    if (!again.passed) {
      throw new UsageError(
        `The command is flaky: with the profile default it passed, then failed (${again.exit}). ` +
          'Make it pass every time, then run animal-store matrix again.',
        2,
      );
    }
  }
  const { culprits, flaky } = await confirmFailures(run, runs);
  return {
    outcome,
    /** All runs, with the choices that differ from the profile default. */
    runs: runs.map(({ name, differences: choices, passed, exit }) => ({
      name,
      choices,
      passed,
      exit,
    })),
    culprits,
    /** Failures that did not happen again. */
    flaky,
    points: summarizePoints(runs, culprits),
  };
}
export type MatrixReport = Awaited<ReturnType<typeof runMatrix>>;
