import { expect, test } from 'vitest';
import { openPointNames, profileNames } from '../../src/engine/choices/open-points.js';
import type { Choices, OpenPoint } from '../../src/index.js';
import { runMatrix } from '../../src/matrix/matrix.js';
import type { MatrixReport } from '../../src/matrix/report.js';
import type { MatrixProgress, RunCommand, RunResult } from '../../src/matrix/run.js';
import { noProgress } from './no-progress.js';

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
  async (choices) =>
    createResult(!fails(choices));

const options = { pinned: {}, parallel: 1, maxRuns: 200 } as const;
const getCulprits = (report: Awaited<ReturnType<typeof runMatrix>>) =>
  report.culprits.map(({ choices }) => choices.map(({ point, choice }) => `${point}=${choice}`));

test('passes a command that never fails, without further runs', async () => {
  const report = await runMatrix(
    failsWith(() => false),
    options,
    noProgress,
  );

  expect(report).toMatchObject({ outcome: 'passed', culprits: [], flaky: [] });
  expect(report.totalRuns).toBe(report.runs.length);
});

test('names two choices that fail only together', async () => {
  const run = failsWith(
    (choices) => choices['list-order'] === 'shuffled' && choices['id-scheme'] === 'sparse',
  );

  const report = await runMatrix(run, options, noProgress);

  expect(getCulprits(report)).toEqual([['list-order=shuffled', 'id-scheme=sparse']]);
  expect(report.points.flatMap(({ failsWith }) => failsWith)).toEqual([]);
});

/** Runs a command that uses some points; returns its report, and the choices of all combinations. */
async function runUsing(getUsed: (choices: Choices) => readonly OpenPoint[]) {
  const all: Choices[] = [];
  const run: RunCommand = async (choices) => {
    all.push(choices);
    return createResult(true, getUsed(choices));
  };
  const report = await runMatrix(run, options, noProgress);
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

test('runs nothing but the profiles and the choices of id-scheme for a command that uses no point', async () => {
  const { report } = await runUsing(() => []);

  expect(report.totalRuns).toBe(profileNames.length + 1);
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
  const run: RunCommand = async (choices) =>
    createResult(choices['list-order'] === 'oldest-first', used);

  const report = await runMatrix(run, options, noProgress);

  expect(getCulprits(report)).toEqual([['list-order=newest-first'], ['list-order=shuffled']]);
  expect(report.runs.length).toBeLessThanOrEqual(14);
  expect(report.totalRuns).toBeLessThanOrEqual(23);
});

test('counts a point that makes the command fail as used', async () => {
  const run: RunCommand = async (choices) =>
    createResult(choices['error-codes'] !== 'opaque', ['list-order']);

  const report = await runMatrix(run, options, noProgress);

  expect(usedIn(report)).toEqual(['list-order', 'id-scheme', 'error-codes']);
});

test('runs no more often than allowed, and says so', async () => {
  let runs = 0;
  const run: RunCommand = async (choices) => {
    runs += 1;
    return createResult(choices['list-order'] === 'oldest-first');
  };

  const report = await runMatrix(run, { ...options, maxRuns: 12 }, noProgress);

  expect(runs).toBe(12);
  expect(report).toMatchObject({ outcome: 'failed', complete: false, totalRuns: 12 });
});

test('keeps the output of failures only', async () => {
  const outputs: string[] = [];
  const run: RunCommand = async (choices) => ({
    ...createResult(choices['list-order'] !== 'shuffled'),
    output: 'its output',
  });
  const progress: MatrixProgress = {
    onStart: () => {},
    onEnd: (_name, { passed, output }) => outputs.push(`${passed} ${output}`),
  };

  await runMatrix(run, options, progress);

  expect([...new Set(outputs)].sort()).toEqual(['false its output', 'true ']);
});

test('finds a pair beside a choice that fails alone', async () => {
  const run = failsWith(
    (choices) =>
      choices['error-codes'] === 'opaque' ||
      (choices['list-order'] === 'shuffled' && choices['extra-response-fields'] === 'some'),
  );

  const report = await runMatrix(run, options, noProgress);

  expect(getCulprits(report)).toEqual([
    ['error-codes=opaque'],
    ['list-order=shuffled', 'extra-response-fields=some'],
  ]);
});

test('names two pairs that share a choice', async () => {
  const run = failsWith(
    (choices) =>
      choices['list-order'] === 'shuffled' &&
      (choices['id-scheme'] === 'sparse' || choices['error-codes'] === 'opaque'),
  );

  const report = await runMatrix(run, options, noProgress);

  expect(getCulprits(report).sort()).toEqual([
    ['list-order=shuffled', 'error-codes=opaque'],
    ['list-order=shuffled', 'id-scheme=sparse'],
  ]);
});

test('names every choice of a point that fails with the same other choice', async () => {
  const run = failsWith(
    (choices) => choices['list-order'] !== 'oldest-first' && choices['id-scheme'] === 'large',
  );

  const report = await runMatrix(run, options, noProgress);

  expect(getCulprits(report).sort()).toEqual([
    ['list-order=newest-first', 'id-scheme=large'],
    ['list-order=shuffled', 'id-scheme=large'],
  ]);
});

test('names three pairs of three choices', async () => {
  const run = failsWith((choices) => {
    const broken = [
      choices['list-order'] === 'shuffled',
      choices['id-scheme'] === 'sparse',
      choices['error-codes'] === 'opaque',
    ];
    return broken.filter(Boolean).length > 1;
  });

  const report = await runMatrix(run, options, noProgress);

  expect(getCulprits(report)).toHaveLength(3);
});

test('names all choices that fail alone', async () => {
  const run = failsWith(
    (choices) => choices['list-order'] !== 'oldest-first' || choices['id-scheme'] === 'large',
  );

  const report = await runMatrix(run, options, noProgress);

  expect(getCulprits(report)).toEqual([
    ['list-order=newest-first'],
    ['list-order=shuffled'],
    ['id-scheme=large'],
  ]);
});

test('reports a failure that does not happen again as flaky', async () => {
  let runs = 0;
  const report = await runMatrix(
    async () => {
      runs += 1;
      return createResult(runs !== 6);
    },
    options,
    noProgress,
  );

  expect(report).toMatchObject({ outcome: 'failed', culprits: [] });
  expect(report.flaky).toHaveLength(1);
});

test('names no choice of a flaky command', async () => {
  const seen = new Map<string, number>();
  const report = await runMatrix(
    async (choices) => {
      const key = JSON.stringify(choices);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return createResult(choices['list-order'] === 'oldest-first' || seen.get(key) !== 1);
    },
    options,
    noProgress,
  );

  expect(report.outcome).toBe('failed');
  expect(report.culprits).toEqual([]);
});

test('rejects a command that fails with the profile default', async () => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    return { ...createResult(false), output: 'its output\n' };
  };

  await expect(runMatrix(run, options, noProgress)).rejects.toThrow(
    /^The command fails with the profile default \(exit code 1\), .*\n\nits output$/s,
  );
  expect(runs).toBe(2);
});

test('rejects a command that first fails and then passes', async () => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    return createResult(runs !== 1);
  };

  await expect(runMatrix(run, options, noProgress)).rejects.toThrow(
    /^The command is flaky: with the profile default it failed \(exit code 1\), then passed\./,
  );
});

test('rejects a command that sends no requests', async () => {
  const run: RunCommand = async () => ({ ...createResult(true), exchanges: 0 });

  await expect(runMatrix(run, options, noProgress)).rejects.toThrow(
    'sends no requests to the simulator',
  );
});

test('rejects a command that first passes and then fails', async () => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    return createResult(runs === 1);
  };

  await expect(runMatrix(run, options, noProgress)).rejects.toThrow(
    'with the profile default it passed, then failed (exit code 1)',
  );
});

test('never names a pinned point', async () => {
  const run = failsWith((choices) => choices['list-order'] === 'shuffled');
  const pinned = { 'list-order': 'newest-first' } as const;

  expect(await runMatrix(run, { pinned, parallel: 1, maxRuns: 200 }, noProgress)).toMatchObject({
    outcome: 'passed',
  });
});

test('finds the same in parallel', async () => {
  const run = failsWith((choices) => choices['id-scheme'] !== 'sequential');
  let most = 0;
  let now = 0;
  const counted: RunCommand = async (choices) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    return run(choices);
  };

  const report = await runMatrix(counted, { pinned: {}, parallel: 4, maxRuns: 200 }, noProgress);

  expect(report).toEqual(await runMatrix(run, options, noProgress));
  expect(most).toBe(4);
});

test('counts progress to the planned number of runs', async () => {
  const lines: string[] = [];
  const progress: MatrixProgress = {
    onStart: () => {},
    onEnd: (name, { passed }, number, planned) =>
      lines.push(`${number}/${planned} ${name} ${passed}`),
  };

  await runMatrix(
    failsWith(() => false),
    options,
    progress,
  );

  expect(lines[0]).toBe('1/4 profile default true');
  expect(lines.at(-1)).toMatch(new RegExp(`^${lines.length}/${lines.length} combination`));
});
