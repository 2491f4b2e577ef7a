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
  const list = await sandboxes();

  const each = { '2xx': 1, '4xx': 1, '5xx': 1, fault: 1, refused: 1, mismatch: 0 };
  expect(countOutcomes(list, 'default')).toEqual({ all: 5, ...each });
  expect(countOutcomes(list, 'x')).toMatchObject({ all: 10, refused: 2, mismatch: 0 });
  expect(countOutcomes(list)).toMatchObject({ all: 15, refused: 3, mismatch: 0 });
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
