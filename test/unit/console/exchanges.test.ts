import { expect, test } from 'vitest';
import { countOutcomes } from '../../../src/console/simulator.js';
import { columns, sortExchanges } from '../../../src/console/traffic/exchanges.js';
import { createSimulator } from '../../../src/index.js';

test('counts each exchange once, in one sandbox and in all', async () => {
  const { fetch, sandboxes } = createSimulator();
  const preferences = ['', 'code=404', 'code=503', 'fault=garbage', 'code=999'];
  for (const key of ['test-key', 'test-key.x', 'test-key.x']) {
    for (const Prefer of preferences) {
      await fetch('/v1/pets', { headers: { Authorization: `Bearer ${key}`, Prefer } });
    }
  }
  const all = new Map((await sandboxes()).map((one) => [one.name, one]));
  const count = (sandbox?: string) => countOutcomes(all, sandbox).map(([, number]) => number);

  expect([count('default'), count('x'), count()]).toEqual(
    [1, 2, 3].map((each) => preferences.map(() => each)),
  );
});

test.for(Object.keys(columns))('sorts by %s both ways, and keeps every exchange', async (sort) => {
  const rows = [3, 10, 2, 10].map((value, number) => {
    const texts = { path: `/${value}`, reason: `${value}`, sandbox: `${value}` };
    const numbers = { number, status: value, duration: value, time: value };
    const rest = { method: 'GET', query: '', outcome: '2xx', cause: 'promised' } as const;
    const none = { test: undefined, rule: undefined, fault: undefined };
    return { ...texts, ...numbers, ...rest, ...none };
  });
  const waiting = rows.map((row) => ({ ...row, ...(row.number === 2 && { duration: undefined }) }));
  const read = (parameters: { sort: string; order?: string }) =>
    sortExchanges(waiting, parameters).map(({ number }) => number);

  const up = { Status: [2, 0], Time: [2, 0], Duration: [0, 1] }[sort] ?? [1, 3];
  expect(read({ sort }).slice(0, 2)).toEqual(up);
  expect(read({ sort }).toSorted()).toEqual([0, 1, 2, 3]);
  expect(read({ sort, order: 'descending' }).at(-1)).toBe(up[0]);
});
