import { expect, test } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import { type DelayRange, drawFromRange, formatDelayRange } from '../../../src/engine/random.js';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import { optionTable } from '../../../src/options/table.js';
import { engineOf, exchangeOn } from './engine.js';

function drawDelays(delay: DelayRange): number[] {
  const engine = engineOf(resolveChoices('default'), undefined, undefined, delay);
  return Array.from({ length: 100 }, () => exchangeOn(engine, {}).reply.delay);
}

test('draws every delay of the range, both ends included, and no other', () => {
  expect([...new Set(drawDelays({ from: 3, to: 6 }))].sort()).toEqual([3, 4, 5, 6]);
});

test('draws for each response in turn, and counts in a snapshot how many there were', () => {
  const delay = { from: 1, to: 60_000 };
  const engine = engineOf(resolveChoices('default'), undefined, undefined, delay);
  for (let n = 1; n <= 5; n += 1) {
    expect(exchangeOn(engine, {}).reply.delay).toBe(drawFromRange(delay, 1, n));
    expect(engine.read('default', (sandbox) => createSnapshot(sandbox, 0).answered)).toBe(n);
  }
});

test.for([
  ['without delay', { from: 0, to: 0 }, {}, 0],
  ['for a response whose delay is forced', { from: 1, to: 9 }, { prefer: 'delay=50' }, 50],
] as const)('draws nothing %s', ([, range, headers, delay]) => {
  const engine = engineOf(resolveChoices('default'), undefined, undefined, range);

  expect(exchangeOn(engine, { headers }).reply.delay).toBe(delay);
  expect(engine.read('default', (sandbox) => createSnapshot(sandbox, 0).answered)).toBe(0);
});

test.for(['0', '100-300'])('formats %s as it is read', (text) => {
  const delay = optionTable.delay.read(text);
  expect(delay && formatDelayRange(delay)).toBe(text);
});
