import { expect, test } from 'vitest';
import type { Choices } from '../../src/index.js';
import { runMatrix } from '../../src/matrix/matrix.js';
import type { Attempt, MatrixProgress, RunCommand } from '../../src/matrix/run.js';
import { silent } from './silent.js';

const attempt = (passed: boolean): Attempt => ({
  passed,
  ending: passed ? 'exit code 0' : 'exit code 1',
  output: '',
  exchanges: 1,
  cameUp: [],
});

/** A command that fails under some choices, always. */
const failsUnder =
  (fails: (choices: Choices) => boolean): RunCommand =>
  async (choices) =>
    attempt(!fails(choices));

const once = { pinned: {}, parallel: 1 } as const;
const blamed = (report: Awaited<ReturnType<typeof runMatrix>>) =>
  report.culprits.map(({ choices }) => choices.map(({ point, choice }) => `${point}=${choice}`));

test('a command that never fails passes, with no run but those of the plan', async () => {
  const report = await runMatrix(
    failsUnder(() => false),
    once,
    silent,
  );

  expect(report).toMatchObject({ outcome: 'passed', culprits: [], flaky: [] });
  expect(report.totalRuns).toBe(report.runs.length);
});

test('two choices that only break it together are named together', async () => {
  const run = failsUnder(
    (choices) => choices['list-order'] === 'shuffled' && choices['id-scheme'] === 'sparse',
  );

  const report = await runMatrix(run, once, silent);

  expect(blamed(report)).toEqual([['list-order=shuffled', 'id-scheme=sparse']]);
  expect(report.points.flatMap(({ breaksWith }) => breaksWith)).toEqual([]);
});

test('a choice that breaks it by itself hides no two that do it together', async () => {
  const run = failsUnder(
    (choices) =>
      choices['error-codes'] === 'opaque' ||
      (choices['list-order'] === 'shuffled' && choices['extra-response-fields'] === 'some'),
  );

  const report = await runMatrix(run, once, silent);

  expect(blamed(report)).toEqual([
    ['error-codes=opaque'],
    ['list-order=shuffled', 'extra-response-fields=some'],
  ]);
});

test('two pairs that have a choice in common are both named', async () => {
  const run = failsUnder(
    (choices) =>
      choices['list-order'] === 'shuffled' &&
      (choices['id-scheme'] === 'sparse' || choices['error-codes'] === 'opaque'),
  );

  const report = await runMatrix(run, once, silent);

  expect(blamed(report).sort()).toEqual([
    ['list-order=shuffled', 'error-codes=opaque'],
    ['list-order=shuffled', 'id-scheme=sparse'],
  ]);
});

test('every choice of a point that breaks it with the same other one is named', async () => {
  const run = failsUnder(
    (choices) => choices['list-order'] !== 'oldest-first' && choices['id-scheme'] === 'large',
  );

  const report = await runMatrix(run, once, silent);

  expect(blamed(report).sort()).toEqual([
    ['list-order=newest-first', 'id-scheme=large'],
    ['list-order=shuffled', 'id-scheme=large'],
  ]);
});

test('three choices, any two of which break it, are named as three pairs', async () => {
  const run = failsUnder((choices) => {
    const broken = [
      choices['list-order'] === 'shuffled',
      choices['id-scheme'] === 'sparse',
      choices['error-codes'] === 'opaque',
    ];
    return broken.filter(Boolean).length > 1;
  });

  const report = await runMatrix(run, once, silent);

  expect(blamed(report)).toHaveLength(3);
});

test('several choices that break it are all named', async () => {
  const run = failsUnder(
    (choices) => choices['list-order'] !== 'oldest-first' || choices['id-scheme'] === 'large',
  );

  const report = await runMatrix(run, once, silent);

  expect(blamed(report)).toEqual([
    ['list-order=newest-first'],
    ['list-order=shuffled'],
    ['id-scheme=large'],
  ]);
});

test('what passes when it is run again is flaky, and blamed on nothing', async () => {
  let runs = 0;
  const report = await runMatrix(
    async () => {
      runs += 1;
      return attempt(runs !== 6);
    },
    once,
    silent,
  );

  expect(report).toMatchObject({ outcome: 'failed', culprits: [] });
  expect(report.flaky).toHaveLength(1);
});

test('a flaky choice alone is not blamed either', async () => {
  const seen = new Map<string, number>();
  const report = await runMatrix(
    async (choices) => {
      const key = JSON.stringify(choices);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return attempt(choices['list-order'] === 'oldest-first' || seen.get(key) !== 1);
    },
    once,
    silent,
  );

  expect(report.outcome).toBe('failed');
  expect(report.culprits).toEqual([]);
});

test('a command that fails under default already ends it at once', async () => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    return { ...attempt(false), output: 'what it printed\n' };
  };

  await expect(runMatrix(run, once, silent)).rejects.toThrow(
    /^The command fails under the profile default already \(exit code 1\).*\n\nwhat it printed$/s,
  );
  expect(runs).toBe(2);
});

test('a command that fails under default, and then passes, is said to be flaky', async () => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    return attempt(runs !== 1);
  };

  await expect(runMatrix(run, once, silent)).rejects.toThrow(
    /^The command is flaky: under the profile default it failed \(exit code 1\), and then passed\./,
  );
});

test('a command that sends nothing ends it at once', async () => {
  const run: RunCommand = async () => ({ ...attempt(true), exchanges: 0 });

  await expect(runMatrix(run, once, silent)).rejects.toThrow('sent no request to the simulator');
});

test('a command that fails under default the second time is said to be flaky', async () => {
  let runs = 0;
  const run: RunCommand = async () => {
    runs += 1;
    return attempt(runs === 1);
  };

  await expect(runMatrix(run, once, silent)).rejects.toThrow('The command is flaky');
});

test('a point that is held to a choice is never blamed', async () => {
  const run = failsUnder((choices) => choices['list-order'] === 'shuffled');
  const pinned = { 'list-order': 'newest-first' } as const;

  expect(await runMatrix(run, { pinned, parallel: 1 }, silent)).toMatchObject({
    outcome: 'passed',
  });
});

test('in parallel it comes to the same', async () => {
  const run = failsUnder((choices) => choices['id-scheme'] !== 'sequential');
  let most = 0;
  let now = 0;
  const counted: RunCommand = async (choices) => {
    now += 1;
    most = Math.max(most, now);
    await new Promise(setImmediate);
    now -= 1;
    return run(choices);
  };

  const report = await runMatrix(counted, { pinned: {}, parallel: 4 }, silent);

  expect(report).toEqual(await runMatrix(run, once, silent));
  expect(most).toBe(4);
});

test('progress counts to the number that it said', async () => {
  const lines: string[] = [];
  const progress: MatrixProgress = {
    begins: () => {},
    ended: (name, { passed }, number, planned) =>
      lines.push(`${number}/${planned} ${name} ${passed}`),
  };

  await runMatrix(
    failsUnder(() => false),
    once,
    progress,
  );

  expect(lines[0]).toBe(`1/${lines.length} profile default true`);
  expect(lines.at(-1)).toMatch(new RegExp(`^${lines.length}/${lines.length} combination`));
});
