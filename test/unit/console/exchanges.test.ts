import { expect, test } from 'vitest';
import {
  classifyReason,
  classifyStatus,
  columns,
  formatTotal,
  readRows,
  sortExchanges,
} from '../../../src/console/traffic/exchanges.js';
import { callPets, newPet } from '../../support/simulator.js';
import { openPage } from './page.js';

test.for([
  [[62, 62, 0, 0], '62 requests in all sandboxes'],
  [[1, 1, 0, 0, 'x'], '1 request in x'],
  [[4, 62, 0, 0, 'x'], '4 of 62 requests in x'],
  [[1000, 1000, 501, 0], '1000 requests in all sandboxes; 501 older ones were dropped'],
  [[3, 3, 501, 7], '3 requests in all sandboxes'],
] as const)('counts %j as: %s', ([[listed, kept, dropped, cleared, sandbox], text]) => {
  expect(formatTotal(listed, { kept, dropped, cleared }, sandbox)).toBe(text);
});

test.for([
  ['2xx', undefined, 's2xx', false],
  ['refused', undefined, 'refused', false],
  ['fault', 'truncate', 's2xx', false],
  ...(['reset', 'empty', 'hang'] as const).map((fault) => ['fault', fault, 's2xx', true] as const),
] as const)(
  'the outcome %s with the fault %s has the tone %s',
  ([outcome, fault, tone, isAlone]) => {
    expect(classifyStatus({ status: 200, outcome, fault })).toEqual({ tone, isAlone });
  },
);

test('marks the requests that a client should look at, and no forced or promised response', async () => {
  const simulator = await openPage();
  await callPets(simulator, 'x', '/999');
  await callPets(simulator, 'x', '', { headers: { Prefer: 'code=503' } });
  await callPets(simulator, 'x', '?page=2');
  await callPets(simulator, 'x', '', { headers: { Prefer: 'code=999' } });
  await simulator.sandbox('x').addRule({ code: 400 });
  await callPets(simulator, 'x', '', { ...newPet, body: '{}' });

  const rows = (await readRows({ name: 'x' }, 50)).toReversed();

  expect(rows.map((row) => Object.values(classifyReason(row)))).toEqual([
    ['', false],
    ['', false],
    ['violation', true],
    ['refused', true],
    ['rule', false],
  ]);
  expect(classifyReason({ ...rows[0], cause: 'mismatch' } as never).tone).toBe('mismatch');
});

test('a row has no prefix of its sandbox, which is in a column', () => {
  const show = (path: string) =>
    columns.Request?.({ sandbox: 'pr-1', path, query: 'a=/sandboxes/pr-1/' } as never);

  expect(show('/sandboxes/pr-1/v1/pets')).toBe('/v1/pets?a=/sandboxes/pr-1/');
  expect(show('/sandboxes/pr-12/v1/pets')).toBe('/sandboxes/pr-12/v1/pets?a=/sandboxes/pr-1/');
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
