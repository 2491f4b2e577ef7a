import { expect, test } from 'vitest';
import { listChanges } from '../../../src/console/clock.js';
import { changeClock, createClock, describeClock } from '../../../src/engine/clock.js';

const time = Date.parse('2026-11-28T00:00:00.000Z');

test.each([
  ['real', { mode: 'real', advanced: 0 }],
  ['ahead', { mode: 'real', advanced: 60_000 }],
  ['frozen', createClock(new Date(5))],
] as const)('from a clock that is %s, each click leads to its time', (name, clock) => {
  const { now } = describeClock(clock, time);
  const later = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString();
  const reached = Object.entries(listChanges(describeClock(clock, time), time)).map(
    ([label, change]) => [label, describeClock(changeClock(clock, change, time), time).now],
  );

  expect(Object.fromEntries(reached)).toEqual({
    "Jump to getPet's end": '2030-12-05T00:00:00.000Z',
    '+1 hour': later(1),
    '+1 day': later(24),
    '+30 days': later(720),
    '-1 day': later(-24),
    ...(name !== 'real' && { 'Back to real time': new Date(time).toISOString() }),
  });
});
