import { describe, expect, test } from 'vitest';
import { createSimulator, type OpenPoint, openPoints } from '../../src/index.js';
import { runMatrix } from '../../src/matrix/matrix.js';
import type { RunCommand } from '../../src/matrix/run.js';
import { noProgress } from './no-progress.js';
import { createCall, plantedClients } from './planted-clients.js';

/** Runs a planted client without a network. */
function createRun(point: OpenPoint): RunCommand {
  const { holds, clock } = plantedClients[point];
  return async (choices) => {
    const simulator = createSimulator({ choose: choices, ...(clock && { clock }) });
    const call = createCall(simulator.fetch, 'http://localhost/v1', simulator.apiKey);
    const passed = await holds(call);
    const { exchanges, notes } = simulator.summary();
    const used = notes.flatMap((note) => note.point ?? []);
    return {
      passed,
      exit: passed ? 'exit code 0' : 'exit code 1',
      output: '',
      exchanges,
      used,
    };
  };
}

const points = Object.keys(openPoints) as OpenPoint[];

describe.each(points)('a client that depends on %s', (point) => {
  test('is found, with each choice that makes it fail', async () => {
    const report = await runMatrix(
      createRun(point),
      { pinned: {}, parallel: 1, maxRuns: 200 },
      noProgress,
    );

    const [first, ...others] = openPoints[point].choices;
    const named = report.culprits.map(({ choices }) => choices);
    expect(report.outcome).toBe('failed');
    expect(named).toHaveLength(others.length);
    expect(named).toEqual(expect.arrayContaining(others.map((choice) => [{ point, choice }])));
    expect(report.points.find((row) => row.point === point)).toMatchObject({
      used: true,
      passesWith: [first],
      failsWith: others,
    });
    expect(report.flaky).toEqual([]);
  });

  test('fails with no other point', async () => {
    const report = await runMatrix(
      createRun(point),
      { pinned: {}, parallel: 1, maxRuns: 200 },
      noProgress,
    );

    const others = report.points.filter((row) => row.point !== point);
    expect(others.flatMap(({ failsWith }) => failsWith)).toEqual([]);
  });
});
