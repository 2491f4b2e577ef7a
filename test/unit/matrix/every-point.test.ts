import { describe, expect, test } from 'vitest';
import { type OpenPoint, openPointNames, openPoints } from '../../../src/document/open-points.js';
import { runMatrix } from '../../../src/matrix/matrix.js';
import type { RunCommand } from '../../../src/matrix/run.js';
import { createRequest, engineOf } from '../engine/engine.js';
import { noProgress } from './no-progress.js';
import { createCall, plantedClients } from './planted-clients.js';

const pets = ['Bentley', 'Milo', 'Nala', 'Luna', 'Simba', 'Coco'].map((name) => ({
  name,
  categoryId: 2n,
  status: 'available' as const,
}));

/** Runs a planted client without a network. */
function createRun(point: OpenPoint): RunCommand {
  const { holds, clock } = plantedClients[point];
  return async (choices) => {
    const engine = engineOf(choices, pets);
    if (clock !== undefined) {
      engine.control('default', 'setClock', { mode: 'frozen', now: clock });
    }
    const used = new Set<OpenPoint>();
    let exchanges = 0;
    const send = async (url: string, { method, headers, body }: RequestInit = {}) => {
      const { pathname: path, search } = new URL(url);
      const lower = Object.entries(headers ?? {}).map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]);
      const request = {
        ...createRequest({ method: method ?? 'GET', path, query: search.slice(1) }),
        headers: Object.fromEntries(lower),
        body: body as string | undefined,
      };
      const { reply, exchange } = engine.answer(request);
      exchanges += 1;
      for (const note of exchange.notes) {
        if (note.kind === 'open') {
          used.add(note.point);
        }
      }
      return new Response(reply.body, { status: reply.status });
    };
    const call = createCall(send as typeof fetch, 'http://localhost/v1', 'test-key');
    const passed = await holds(call);
    const exit = passed ? 'exit code 0' : 'exit code 1';
    return { passed, exit, output: '', exchanges, used: [...used] };
  };
}

describe.each(openPointNames)('a client that depends on %s', (point) => {
  test('is found, with each choice that makes it fail and no other point', async () => {
    const options = { pinned: {}, parallel: 1, maxRuns: 200 };
    const report = await runMatrix(createRun(point), options, noProgress);

    const [first, ...others] = openPoints[point].choices;
    const named = report.culprits.map(({ choices }) => choices);
    expect(named).toEqual(others.map((choice) => [{ point, choice }]));
    expect(report.points.find((row) => row.point === point)).toMatchObject({
      used: true,
      passesWith: [first],
      failsWith: others,
    });
    expect(report.flaky).toEqual([]);
  });
});
