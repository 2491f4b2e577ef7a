import { isDeepStrictEqual } from 'node:util';
import { formatCount } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import {
  type Choices,
  listCommon,
  type OpenPoint,
  openPointNames,
  openPoints,
  profileNames,
  resolveChoices,
} from '../document/open-points.js';

/** Advice about a command whose requests don't arrive. */
export const callAdvice =
  'The command must call the URL in ANIMAL_STORE_URL, which ends in /v1, or in a variable that --env names. ' +
  'Turborepo hides variables that globalPassThroughEnv lacks; Turborepo and Nx may repeat a cached result.';

const maxLines = 20;

export function getLastLines(output: string): string[] {
  const lines = output.trim() === '' ? [] : output.trimEnd().split('\n');
  const omitted = lines.length - maxLines;
  return omitted > 0
    ? [`… ${formatCount(omitted, 'line')} omitted`, ...lines.slice(omitted)]
    : lines;
}

/** The result of one run of the command, in a fresh simulator. */
export interface RunResult {
  readonly passed: boolean;
  /** End of the command: `exit code 1`. */
  readonly exit: string;
  /** True if it took longer than its time limit, which tells nothing about what it needs. */
  readonly timedOut?: boolean;
  readonly output: string;
  readonly exchanges: number;
  readonly used: readonly OpenPoint[];
}

export type RunCommand = (name: string, choices: Choices) => Promise<RunResult>;

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

interface EndedRun extends RunResult {
  readonly name: string;
  readonly all: Choices;
  /** The choices that differ from the profile default: one, or those of a profile. */
  readonly choices: readonly SingleChoice[];
}

type PlannedRun = Pick<EndedRun, 'name' | 'all'>;

export type FailedRun = Pick<EndedRun, 'name' | 'choices' | 'exit' | 'output'>;

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
        callAdvice,
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
  runs.some(({ passed, all }) => passed && all[point] === choice);

/** Runs again what failed, and tells failures from those that don't happen again. */
async function confirmFailures(run: RunCommand, runs: readonly EndedRun[]) {
  const culprits: FailedRun[] = [];
  const flaky: FailedRun[] = [];
  // A profile is no news when one of its choices fails alone.
  const failures = runs
    .filter(({ passed }) => !passed)
    .sort((one, other) => one.choices.length - other.choices.length);
  for (const { name, all, choices, exit, output } of failures) {
    const isKnown = culprits.some((culprit) =>
      culprit.choices.every(({ point, choice }) => all[point] === choice),
    );
    if (!isKnown) {
      const { passed } = await run(`${name} again`, all);
      (passed ? flaky : culprits).push({ name, choices, exit, output });
    }
  }
  return { culprits, flaky };
}

function summarizePoints(runs: readonly EndedRun[], culprits: readonly FailedRun[]) {
  const used = findUsed(runs);
  const alone = culprits.flatMap(({ choices }) => (choices.length === 1 ? choices : []));
  return openPointNames.map((point) => {
    const { section, silent, choices } = openPoints[point];
    return {
      point,
      section,
      silent,
      /** The choices of an unused point are not tried. */
      used: used.includes(point),
      passesWith: choices.filter((choice) => hasPassed(runs, point, choice)),
      failsWith: alone.filter((one) => one.point === point).map(({ choice }) => choice),
    };
  });
}

/**
 * Runs a command with every profile, and with each choice that no passing run had, alone, of the points that it
 * uses. Finds the choices that make it fail.
 *
 * @param pinned choices that are the same in all runs
 * @param parallel maximum number of runs at a time
 * @throws {UsageError} when the command fails with the profile default, sends no request, or is flaky
 */
export async function runMatrix(run: RunCommand, pinned: Partial<Choices>, parallel: number) {
  const baseline = resolveChoices('default', pinned);
  const runOne = async ({ name, all }: PlannedRun): Promise<EndedRun> => {
    const differing = openPointNames.filter((point) => all[point] !== baseline[point]);
    const choices = differing.map((point) => ({ point, choice: all[point] }));
    return { name, all, choices, ...(await run(name, all)) };
  };
  const runs = [await runOne({ name: 'profile default', all: baseline })];
  runs.forEach(checkBaseline);
  const isNew = ({ all }: PlannedRun) => !runs.some((one) => isDeepStrictEqual(one.all, all));
  const planPoint = (point: OpenPoint) =>
    listCommon(point)
      .filter((choice) => !hasPassed(runs, point, choice))
      .map((choice) => ({ name: `${point}=${choice}`, all: { ...baseline, [point]: choice } }));
  let planned: PlannedRun[] = profileNames.map((profile) => ({
    name: `profile ${profile}`,
    all: resolveChoices(profile, pinned),
  }));
  while (planned.some(isNew)) {
    runs.push(...(await mapParallel(planned.filter(isNew), parallel, runOne)));
    // A choice may let the command use further points.
    const varied = findUsed(runs).filter((point) => pinned[point] === undefined);
    planned = varied.flatMap(planPoint);
  }
  const outcome = runs.every(({ passed }) => passed) ? 'passed' : 'failed';
  const again = outcome === 'passed' ? undefined : await run('profile default again', baseline);
  if (again?.passed === false) {
    throw new UsageError(
      `The command is flaky: with the profile default it passed, then failed (${again.exit}). ` +
        'Make it pass every time, then run animal-store matrix again.',
      2,
    );
  }
  const { culprits, flaky } = await confirmFailures(run, runs);
  return {
    outcome,
    runs: runs.map(({ name, choices, passed, exit }) => ({ name, choices, passed, exit })),
    culprits,
    /** Failures that did not happen again. */
    flaky,
    points: summarizePoints(runs, culprits),
  };
}
export type MatrixReport = Awaited<ReturnType<typeof runMatrix>>;
