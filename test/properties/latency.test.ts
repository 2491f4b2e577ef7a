import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import { engineOf, exchangeOn, getHeader } from './engine.js';

function drawDelays(latency: { from: number; to: number }): number[] {
  const engine = engineOf(resolveChoices('default', {}), undefined, undefined, latency);
  return Array.from({ length: 100 }, () => exchangeOn(engine, {}).reply.delay);
}

test('draws every latency of the range, both ends included, and no other', () => {
  expect([...new Set(drawDelays({ from: 3, to: 6 }))].sort()).toEqual([3, 4, 5, 6]);
});

test('draws the same latencies from the same seed', () => {
  expect(drawDelays({ from: 1, to: 60_000 })).toEqual(drawDelays({ from: 1, to: 60_000 }));
});

test('waits for a latency of one value', () => {
  expect(new Set(drawDelays({ from: 5, to: 5 }))).toEqual(new Set([5]));
});

test('waits for a requested delay of up to a minute', () => {
  const engine = engineOf(resolveChoices('default', {}));
  const { reply } = exchangeOn(engine, { headers: { prefer: 'delay=60000' } });

  expect(reply.delay).toBe(60_000);
  expect(getHeader(reply, 'simulator-notes')).toContain('scenario;applied="delay=60000";beyond');
});
