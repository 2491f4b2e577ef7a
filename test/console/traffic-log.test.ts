import { expect, test } from 'vitest';
import type { Exchange } from '../../src/console/events.js';
import { classify, maxRows, passes, TrafficLog } from '../../src/console/traffic/log.js';
import { createExchange as createExchangeAt } from './create-exchange.js';

const createExchange = (number: number, fields: Partial<Exchange> = {}) =>
  createExchangeAt(number * 1_000, { number, ...fields });

const numbersOf = ({ rows }: TrafficLog) => rows.map(({ exchange }) => exchange.number);

test.for([
  ['promised', []],
  ['promised', [{ kind: 'deprecated', operation: 'getPet', section: '4.3' }]],
  ['promised', [{ kind: 'scenario', applied: 'code=404', beyond: false }]],
  ['open', [{ kind: 'open', point: 'list-order', choice: 'shuffled', section: '4.1' }]],
  ['beyond', [{ kind: 'scenario', applied: 'code=503', beyond: true }, { kind: 'open' }]],
  ['refused', [{ kind: 'refused', code: 'simulator_full' }]],
  ['violation', [{ kind: 'open' }, { kind: 'violation', section: '4.1' }]],
] as const)('an answer is %s with the notes %j', ([kind, notes]) => {
  expect(classify({ notes: [...notes] })).toBe(kind);
});

test('keeps the newest exchanges, newest first', () => {
  const log = new TrafficLog();
  for (let number = 1; number <= maxRows + 500; number += 50) {
    log.add(Array.from({ length: 50 }, (_, index) => createExchange(number + index)));
  }

  expect(numbersOf(log)).toEqual(
    Array.from({ length: maxRows }, (_, index) => maxRows + 500 - index),
  );
});

test('lists an exchange once that is streamed and recorded', () => {
  const log = new TrafficLog();
  log.add([createExchange(3), createExchange(4)]);
  log.addRecorded([1, 2, 3].map((number) => createExchange(number)));

  expect(numbersOf(log)).toEqual([4, 3, 2, 1]);
});

test('lists exchanges of a restarted simulator, which counts from 1 again', () => {
  const log = new TrafficLog();
  log.add([createExchange(1)]);
  log.add([createExchange(1, { time: '2030-01-01T00:00:00Z' })]);
  log.complete([{ sandbox: 'default', number: 1, duration: 5 }]);

  expect(log.rows.map(({ exchange }) => exchange.duration)).toEqual([5, undefined]);
});

test('adds the duration once a delayed response is sent', () => {
  const log = new TrafficLog();
  log.add([createExchange(1), createExchange(1, { sandbox: 'x' })]);
  log.complete([{ sandbox: 'x', number: 1, duration: 40 }]);

  expect(log.rows.map(({ exchange }) => [exchange.sandbox, exchange.duration])).toEqual([
    ['x', 40],
    ['default', undefined],
  ]);
});

test('lists broken responses as failures, but not slow ones', () => {
  const log = new TrafficLog();
  const createFault = (number: number, fault: string) =>
    createExchange(number, {
      notes: [{ kind: 'scenario', applied: `fault=${fault}`, beyond: true }],
    });
  log.add([createFault(1, 'reset'), createFault(2, 'truncate'), createFault(3, 'dribble')]);
  const find = (status: string) =>
    log.rows.filter((row) => passes(row, { status })).map(({ exchange }) => exchange.number);

  expect(find('failed')).toEqual([2, 1]);
  expect(find('2')).toEqual([3, 2]);
});

test('applies all filters', () => {
  const log = new TrafficLog();
  const open = { kind: 'open', point: 'list-order' } as const;
  log.add([
    createExchange(1, { operation: 'listPets', notes: [open] }),
    createExchange(2, { operation: 'getPet', status: 404 }),
    createExchange(3, { sandbox: 'x', status: 503, notes: [{ kind: 'scenario', beyond: true }] }),
  ]);
  const find = (filter: Parameters<typeof passes>[1]) =>
    log.rows.filter((row) => passes(row, filter)).map(({ exchange }) => exchange.number);

  expect(find({})).toEqual([3, 2, 1]);
  expect(find({ sandbox: 'x' })).toEqual([3]);
  expect(find({ operation: 'getPet' })).toEqual([2]);
  expect(find({ status: '404' })).toEqual([2]);
  expect(find({ status: '5' })).toEqual([3]);
  expect(find({ status: 'failed' })).toEqual([3, 2]);
  expect(find({ note: 'list-order' })).toEqual([1]);
  expect(find({ note: 'beyond' })).toEqual([3]);
  expect(find({ note: 'promised', operation: 'getPet' })).toEqual([2]);
});
