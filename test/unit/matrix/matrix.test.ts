import { expect, test } from 'vitest';
import type { Choices, OpenPoint } from '../../../src/document/open-points.js';
import { openPointNames, profileNames, resolveChoices } from '../../../src/document/open-points.js';
import {
  getLastLines,
  type MatrixReport,
  type RunCommand,
  type RunResult,
  runMatrix,
} from '../../../src/matrix/matrix.js';

const createResult = (passed: boolean, used: readonly OpenPoint[] = openPointNames): RunResult => ({
  passed,
  exit: passed ? 'exit code 0' : 'exit code 1',
  output: '',
  exchanges: 1,
  used,
});

/** A command that always fails with some choices. */
const failsWith =
  (fails: (choices: Choices) => boolean): RunCommand =>
  async (_name, choices) =>
    createResult(!fails(choices));

const getCulprits = ({ culprits }: MatrixReport) => culprits.map(({ name }) => name);

test.for<[what: string, fails: (choices: Choices) => boolean, culprits: string[]]>([
  [
    'every choice that fails alone, and no profile that has one',
    (one) => one['list-order'] !== 'oldest-first' || one['id-scheme'] === 'large',
    ['list-order=newest-first', 'list-order=shuffled', 'id-scheme=large'],
  ],
  [
    'a profile beside a choice that it does not have',
    (one) =>
      one['list-order'] === 'newest-first' ||
      (one['unknown-query'] === 'reject' && one['error-codes'] === 'words'),
    ['list-order=newest-first', 'profile strict'],
  ],
])('names %s', async ([, fails, culprits]) => {
  const report = await runMatrix(failsWith(fails), {}, 1);

  expect(getCulprits(report)).toEqual(culprits);
});

test('shows the last twenty lines of a command, and how many came before', () => {
  const lines = Array.from({ length: 25 }, (_, index) => `line ${index + 1}`);

  expect(getLastLines(`${lines.join('\n')}\n`)).toEqual(['… 5 lines omitted', ...lines.slice(5)]);
});

test('a culprit has the choices that differ from the profile default', async () => {
  const run = failsWith((one) => one['list-order'] === 'shuffled' && one['id-scheme'] === 'large');
  const { 'list-order': _order, 'id-scheme': _scheme, ...pinned } = resolveChoices('default');

  const { culprits } = await runMatrix(run, pinned, 1);

  expect(culprits.map(({ choices }) => choices)).toEqual([
    [
      { point: 'list-order', choice: 'shuffled' },
      { point: 'id-scheme', choice: 'large' },
    ],
  ]);
});

/** Runs a command that uses some points; returns its report, and the names of all runs. */
async function runUsing(
  getUsed: (choices: Choices) => readonly OpenPoint[],
  fails: (choices: Choices) => boolean = () => false,
  pinned: Partial<Choices> = {},
) {
  const names: string[] = [];
  const run: RunCommand = async (name, choices) => {
    names.push(name);
    return createResult(!fails(choices), getUsed(choices));
  };
  return { report: await runMatrix(run, pinned, 1), names };
}

const usedIn = (report: MatrixReport) =>
  report.points.filter((row) => row.used).map(({ point }) => point);

const profiles = profileNames.map((profile) => `profile ${profile}`);

test('tries alone what no profile passed with, of the points that the command uses', async () => {
  const { report, names } = await runUsing(() => ['list-order', 'error-codes']);

  // Any command may depend on id-scheme, which has no note.
  expect(usedIn(report)).toEqual(['list-order', 'id-scheme', 'error-codes']);
  expect(names).toEqual([...profiles, 'list-order=newest-first', 'id-scheme=sparse']);
});

test('tries every choice of a point that only another choice lets the command use', async () => {
  const { report, names } = await runUsing(({ 'list-order': order }) => [
    'list-order',
    ...(order === 'newest-first' ? (['unknown-category'] as const) : []),
  ]);

  expect(usedIn(report)).toEqual(['list-order', 'id-scheme', 'unknown-category']);
  expect(names.at(-1)).toBe('unknown-category=reject');
});

test('needs few runs for a command that fails with one of its six points', async () => {
  const used: readonly OpenPoint[] = [
    'omitted-status',
    'list-order',
    'unknown-query',
    'id-scheme',
    'extra-response-fields',
    'error-codes',
  ];

  const { report, names } = await runUsing(
    () => used,
    (choices) => choices['list-order'] !== 'oldest-first',
  );

  expect(getCulprits(report)).toEqual(['list-order=newest-first', 'list-order=shuffled']);
  expect(names.length).toBeLessThanOrEqual(13);
});

test('runs no profile that pinned choices make the same as another', async () => {
  const { names } = await runUsing(() => [], undefined, resolveChoices('strict'));

  expect(names).toEqual(['profile default']);
});

test('lists for each point what passes and what fails', async () => {
  const run = failsWith((choices) => choices['list-order'] === 'shuffled');
  const { points } = await runMatrix(run, { 'error-codes': 'custom' }, 1);

  const found = points.map(({ point, passesWith, failsWith }) => [point, passesWith, failsWith]);
  expect(found).toContainEqual(['list-order', ['oldest-first', 'newest-first'], ['shuffled']]);
  expect(found).toContainEqual(['id-scheme', ['sequential', 'sparse', 'large'], []]);
  expect(found).toContainEqual(['error-codes', ['custom'], []]);
});

test.for<[what: string, respond: (run: number) => Partial<RunResult>, message: RegExp]>([
  [
    'fails with the profile default',
    () => ({ passed: false, output: 'its output\n' }),
    /^The command fails with the profile default \(exit code 1\), .*\n\nits output$/s,
  ],
  ['sends no requests', () => ({ exchanges: 0 }), /sends no requests to the simulator/],
  [
    'first passes and then fails',
    (run) => ({ passed: run === 1 }),
    /with the profile default it passed, then failed \(exit code 1\)/,
  ],
])('rejects a command that %s', async ([, respond, message]) => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    const result = respond(runs);
    return { ...createResult(result.passed ?? true), ...result };
  };

  await expect(runMatrix(run, {}, 1)).rejects.toThrow(message);
});

test('finds the same in parallel', async () => {
  const run = failsWith((choices) => choices['id-scheme'] !== 'sequential');
  let most = 0;
  let now = 0;
  const counted: RunCommand = async (name, choices) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    return run(name, choices);
  };

  const report = await runMatrix(counted, {}, 4);

  expect(report).toEqual(await runMatrix(run, {}, 1));
  expect(most).toBe(4);
});
