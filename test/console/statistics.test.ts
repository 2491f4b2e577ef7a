import { expect, test } from 'vitest';
import type { Exchange } from '../../src/console/events.js';
import { Statistics } from '../../src/console/traffic/statistics.js';
import { createExchange as createExchangeAt } from './create-exchange.js';

const createExchange = (second: number, fields: Partial<Exchange> = {}) =>
  createExchangeAt(second * 1_000 + 500, fields);

const open = { kind: 'open', point: 'list-order' } as const;

test('counts the answers of each second by kind, without gaps', () => {
  const statistics = new Statistics();
  statistics.add([
    createExchange(100),
    createExchange(102, { notes: [open] }),
    createExchange(102),
  ]);

  expect(
    statistics
      .listSeconds()
      .slice(-3)
      .map(({ time, counts }) => [time, counts.promised, counts.open]),
  ).toEqual([
    [100, 1, 0],
    [101, 0, 0],
    [102, 1, 1],
  ]);
});

test('has the median and the 95th percentile of each second', () => {
  const statistics = new Statistics();
  const durations = Array.from({ length: 100 }, (_, index) => index + 1);
  statistics.add(durations.map((duration) => createExchange(100, { duration })));
  statistics.add([createExchange(101)]);
  expect(statistics.listSeconds().slice(-2)).toMatchObject([
    { median: 51, p95: 96 },
    { median: undefined, p95: undefined },
  ]);

  statistics.complete([7]);
  expect(statistics.listSeconds().at(-1)).toMatchObject({ median: 7, p95: 7 });
});

test('starts with a minute, and keeps five', () => {
  const statistics = new Statistics();
  expect(statistics.listSeconds()).toEqual([]);
  statistics.add([createExchange(1_000)]);
  expect(statistics.listSeconds()).toHaveLength(60);
  for (let second = 1_001; second < 2_000; second += 1) {
    statistics.add([createExchange(second)]);
  }

  const times = statistics.listSeconds().map(({ time }) => time);
  expect([times.length, times[0], times.at(-1)]).toEqual([300, 1_700, 1_999]);
});

test('counts the open points of the 100 sandboxes that were used last', () => {
  const statistics = new Statistics();
  for (let index = 0; index < 150; index += 1) {
    const fields = { sandbox: `test-${index}`, test: `test ${index}`, notes: [open, open] };
    statistics.add([createExchange(100, fields)]);
  }

  const sandboxes = statistics.listSandboxes();
  expect(sandboxes).toHaveLength(100);
  expect(sandboxes[0]).toMatchObject({ sandbox: 'test-149', test: 'test 149' });
  expect(sandboxes[0]?.points.get('list-order')).toBe(2);
});
