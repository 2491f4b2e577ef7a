import { expect, test } from 'vitest';
import type { Choices, OpenPoint } from '../../../src/document/open-points.js';
import { openPointNames, profileNames } from '../../../src/document/open-points.js';
import { type MatrixReport, runMatrix } from '../../../src/matrix/matrix.js';
import type { RunCommand, RunResult } from '../../../src/matrix/run.js';

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

const getCulprits = (report: Awaited<ReturnType<typeof runMatrix>>) =>
  report.culprits.map(({ choices }) => choices.map(({ point, choice }) => `${point}=${choice}`));

test.for<[what: string, fails: (choices: Choices) => boolean, culprits: string[][]]>([
  [
    'all choices that fail alone',
    (one) => one['list-order'] !== 'oldest-first' || one['id-scheme'] === 'large',
    [['list-order=newest-first'], ['list-order=shuffled'], ['id-scheme=large']],
  ],
  [
    'two choices that fail only together',
    (one) => one['list-order'] === 'shuffled' && one['id-scheme'] === 'sparse',
    [['list-order=shuffled', 'id-scheme=sparse']],
  ],
  [
    'a pair beside a choice that fails alone',
    (one) =>
      one['error-codes'] === 'opaque' ||
      (one['list-order'] === 'shuffled' && one['extra-response-fields'] === 'some'),
    [['error-codes=opaque'], ['list-order=shuffled', 'extra-response-fields=some']],
  ],
  [
    'two pairs that share a choice',
    (one) =>
      one['list-order'] === 'shuffled' &&
      (one['id-scheme'] === 'sparse' || one['error-codes'] === 'opaque'),
    [
      ['list-order=shuffled', 'error-codes=opaque'],
      ['list-order=shuffled', 'id-scheme=sparse'],
    ],
  ],
  [
    'every choice of a point that fails with the same other choice',
    (one) => one['list-order'] !== 'oldest-first' && one['id-scheme'] === 'large',
    [
      ['list-order=newest-first', 'id-scheme=large'],
      ['list-order=shuffled', 'id-scheme=large'],
    ],
  ],
  [
    'three pairs of three choices',
    (one) =>
      [
        one['list-order'] === 'shuffled',
        one['id-scheme'] === 'sparse',
        one['error-codes'] === 'opaque',
      ].filter(Boolean).length > 1,
    [
      ['id-scheme=sparse', 'error-codes=opaque'],
      ['list-order=shuffled', 'error-codes=opaque'],
      ['list-order=shuffled', 'id-scheme=sparse'],
    ],
  ],
])('names %s', async ([, fails, culprits]) => {
  const found = getCulprits(await runMatrix(failsWith(fails), {}, 1));

  expect(found.toSorted()).toEqual(culprits.toSorted());
});

/** Runs a command that uses some points; returns its report, and the choices of all combinations. */
async function runUsing(getUsed: (choices: Choices) => readonly OpenPoint[]) {
  const all: Choices[] = [];
  const run: RunCommand = async (_name, choices) => {
    all.push(choices);
    return createResult(true, getUsed(choices));
  };
  const report = await runMatrix(run, {}, 1);
  return { report, combinations: all.slice(profileNames.length) };
}

const usedIn = (report: MatrixReport) =>
  report.points.filter((row) => row.used).map(({ point }) => point);

test('varies only the points that the command uses, and id-scheme, which has no note', async () => {
  const { report, combinations } = await runUsing(() => ['list-order', 'error-codes']);

  const varied = openPointNames.filter(
    (point) => new Set(combinations.map((choices) => choices[point])).size > 1,
  );
  expect(varied).toEqual(['list-order', 'id-scheme', 'error-codes']);
  expect(usedIn(report)).toEqual(varied);
  // Three times three pairs, less those of the profiles.
  expect(report.totalRuns).toBeLessThanOrEqual(profileNames.length + 9);
});

test('combines a point that only another choice lets the command use', async () => {
  const { report, combinations } = await runUsing(({ 'list-order': order, 'media-type': type }) => [
    'list-order',
    ...(order === 'newest-first' ? (['media-type'] as const) : []),
    ...(type === 'accept' ? (['empty-name'] as const) : []),
  ]);

  expect(usedIn(report)).toEqual(['list-order', 'id-scheme', 'empty-name', 'media-type']);
  const pairs = combinations.map((choices) => `${choices['media-type']} ${choices['empty-name']}`);
  expect(pairs).toEqual(expect.arrayContaining(['accept reject', 'unsupported accept']));
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
  const run: RunCommand = async (_name, choices) =>
    createResult(choices['list-order'] === 'oldest-first', used);

  const report = await runMatrix(run, {}, 1);

  expect(getCulprits(report)).toEqual([['list-order=newest-first'], ['list-order=shuffled']]);
  expect(report.runs.length).toBeLessThanOrEqual(14);
  expect(report.totalRuns).toBeLessThanOrEqual(23);
});

test('counts a point that makes the command fail as used', async () => {
  const run: RunCommand = async (_name, choices) =>
    createResult(choices['error-codes'] !== 'opaque', ['list-order']);

  const report = await runMatrix(run, {}, 1);

  expect(usedIn(report)).toEqual(['list-order', 'id-scheme', 'error-codes']);
});

test('reports a failure that does not happen again as flaky', async () => {
  let runs = 0;
  const report = await runMatrix(
    async () => {
      runs += 1;
      return createResult(runs !== 6);
    },
    {},
    1,
  );

  expect(report).toMatchObject({ outcome: 'failed', culprits: [] });
  expect(report.flaky).toHaveLength(1);
});

test.for<[what: string, results: Partial<RunResult>[], message: RegExp]>([
  [
    'fails with the profile default',
    [{ passed: false, output: 'its output\n' }],
    /^The command fails with the profile default \(exit code 1\), .*\n\nits output$/s,
  ],
  ['sends no requests', [{ exchanges: 0 }], /sends no requests to the simulator/],
])('rejects a command that %s', async ([, results, message]) => {
  const rest = [...results];
  const run: RunCommand = async () => {
    const result = rest.shift();
    return { ...createResult(result?.passed ?? true), ...result };
  };

  await expect(runMatrix(run, {}, 1)).rejects.toThrow(message);
  expect(rest).toEqual([]);
});

test('never names a pinned point', async () => {
  const run = failsWith((choices) => choices['list-order'] === 'shuffled');
  const pinned = { 'list-order': 'newest-first' } as const;

  expect(await runMatrix(run, pinned, 1)).toMatchObject({
    outcome: 'passed',
  });
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

test('rejects a command that first passes and then fails', async () => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    return createResult(runs === 1);
  };

  await expect(runMatrix(run, {}, 1)).rejects.toThrow(
    'with the profile default it passed, then failed (exit code 1)',
  );
});
