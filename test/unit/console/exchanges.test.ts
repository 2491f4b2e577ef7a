import { expect, test } from 'vitest';
import {
  classifyReason,
  columns,
  findNewExchange,
  formatTotal,
  readExchange,
  readRows,
  sortExchanges,
} from '../../../src/console/traffic/exchanges.js';
import { callPets, newPet } from '../../support/simulator.js';
import { openPage } from './page.js';

test('finds the exchange of a request that was just sent, also in another sandbox', async () => {
  const simulator = await openPage();
  const target = '/sandboxes/x/v1/pets?limit=0';
  const send = () => fetch(simulator.origin + target);
  await send();
  const before = await readRows({}, 50);
  const fields = { method: 'GET', target };
  expect(findNewExchange(before, fields, before)).toBe(undefined);

  await send();
  await callPets(simulator, 'x', '?limit=1');

  expect(findNewExchange(await readRows({}, 50), fields, before)).toBe('x/2');
  expect(findNewExchange(await readRows({}, 50), { ...fields, method: 'POST' }, before)).toBe(
    undefined,
  );
  expect(await readExchange('x/4')).toBe(null);
});

test.for([
  [[62, 62, 0], '62 requests in all sandboxes'],
  [[1, 1, 0, 'x'], '1 request in x'],
  [[4, 62, 0, 'x'], '4 of 62 requests in x'],
  [[1000, 1000, 501], '1000 requests in all sandboxes; 501 older ones were dropped'],
] as const)('counts %j as: %s', ([[listed, kept, dropped, sandbox], text]) => {
  expect(formatTotal(listed, kept, dropped, sandbox)).toBe(text);
});

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
