import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import { drawLatency, formatLatency, type Latency } from '../../../src/engine/latency.js';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import { optionTable } from '../../../src/options/table.js';
import { engineOf, exchangeOn } from './engine.js';

function drawDelays(latency: Latency): number[] {
  const engine = engineOf(resolveChoices('default', {}), undefined, undefined, latency);
  return Array.from({ length: 100 }, () => exchangeOn(engine, {}).reply.delay);
}

test('draws every latency of the range, both ends included, and no other', () => {
  expect([...new Set(drawDelays({ from: 3, to: 6 }))].sort()).toEqual([3, 4, 5, 6]);
});

test('draws for each response in turn, and counts in a snapshot how many there were', () => {
  const latency = { from: 1, to: 60_000 };
  const engine = engineOf(resolveChoices('default', {}), undefined, undefined, latency);
  for (let n = 1; n <= 5; n += 1) {
    expect(exchangeOn(engine, {}).reply.delay).toBe(drawLatency(latency, 1, n));
    expect(engine.read('default', (sandbox) => createSnapshot(sandbox, 0).answered)).toBe(n);
  }
});

test('draws nothing without latency', () => {
  const engine = engineOf(resolveChoices('default', {}));

  expect(exchangeOn(engine, {}).reply.delay).toBe(0);
  expect(engine.read('default', (sandbox) => createSnapshot(sandbox, 0).answered)).toBe(0);
});

test('draws lognormal latencies whose median and 95th percentile are as set', () => {
  const latency = { from: 0, to: 60_000, median: 120, p95: 400 };
  const draws = Array.from({ length: 10_000 }, (_, n) => drawLatency(latency, 1, n + 1));

  const share = (limit: number) => draws.filter((drawn) => drawn <= limit).length / draws.length;
  expect(share(120)).toBeCloseTo(0.5, 2);
  expect(share(400)).toBeCloseTo(0.95, 2);
});

test('draws whole milliseconds within the bounds, the same from the same seed', () => {
  const milliseconds = fc.integer({ min: 1, max: 60_000 });
  const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(milliseconds, milliseconds, seed, fc.nat(), (one, other, start, n) => {
      const [median, p95] = [Math.min(one, other), Math.max(one, other)];
      const latency = { from: 0, to: 60_000, median, p95 };
      const drawn = drawLatency(latency, start, n);
      expect(drawn).toBe(drawLatency(latency, start, n));
      expect(Number.isInteger(drawn) && drawn >= 0 && drawn <= 60_000).toBe(true);
    }),
  );
});

test.for(['0', '100-300', 'lognormal:120,400'])('formats %s as it is read', (text) => {
  const latency = optionTable.latency.read(text);
  expect(latency && formatLatency(latency)).toBe(text);
});
