import { describe, expect, test } from 'vitest';
import { createSimulator, type OpenPoint, openPoints } from '../../src/index.js';
import { runMatrix } from '../../src/matrix/matrix.js';
import type { RunCommand } from '../../src/matrix/run.js';
import { callTo, plantedClients } from './planted-clients.js';
import { silent } from './silent.js';

/** Runs a planted client without any network. */
function runOf(point: OpenPoint): RunCommand {
  const { relies, clock } = plantedClients[point];
  return async (choices) => {
    const simulator = createSimulator({ choose: choices, ...(clock && { clock }) });
    const call = callTo(simulator.fetch, 'http://localhost/v1', simulator.apiKey);
    const passed = await relies(call);
    const { exchanges, notes } = simulator.summary();
    const cameUp = notes.flatMap((note) => note.point ?? []);
    return {
      passed,
      ending: passed ? 'exit code 0' : 'exit code 1',
      output: '',
      exchanges,
      cameUp,
    };
  };
}

const points = Object.keys(openPoints) as OpenPoint[];

describe.each(points)('a client that relies on %s', (point) => {
  test('is found, and the very choices that break it are named', async () => {
    const report = await runMatrix(runOf(point), { pinned: {}, parallel: 1 }, silent);

    const [first, ...others] = openPoints[point].choices;
    const named = report.culprits.map(({ choices }) => choices);
    expect(report.outcome).toBe('failed');
    expect(named).toHaveLength(others.length);
    expect(named).toEqual(expect.arrayContaining(others.map((choice) => [{ point, choice }])));
    expect(report.points.find((row) => row.point === point)).toMatchObject({
      cameUp: true,
      holdsWith: [first],
      breaksWith: others,
    });
    expect(report.flaky).toEqual([]);
  });

  test('breaks with no other point', async () => {
    const report = await runMatrix(runOf(point), { pinned: {}, parallel: 1 }, silent);

    const others = report.points.filter((row) => row.point !== point);
    expect(others.flatMap(({ breaksWith }) => breaksWith)).toEqual([]);
  });
});
