import { expect, test } from 'vitest';
import { listChanges } from '../../../src/console/clock.js';
import { changeClock, describeClock } from '../../../src/engine/clock.js';

const time = Date.parse('2026-11-28T00:00:00.000Z');

test.each([
  ['real', { mode: 'real', advanced: 0 }],
  ['ahead', { mode: 'real', advanced: 60_000 }],
  ['frozen', { mode: 'frozen', at: 5 }],
] as const)('from a clock that is %s, each click leads to its time', (name, clock) => {
  const before = describeClock(clock, time);
  const reached = Object.entries(listChanges(before, time)).map(([label, change]) => {
    const { mode, now } = describeClock(changeClock(clock, change, time), time);
    return [label, `${mode} ${now}`];
  });

  const at = (now: string) => `${clock.mode} ${now}`;
  const later = (hours: number) =>
    at(new Date(Date.parse(before.now) + hours * 3_600_000).toISOString());
  expect(Object.fromEntries(reached)).toEqual({
    "To getPet's end": at('2030-12-05T00:00:00.000Z'),
    '+1 hour': later(1),
    '+1 day': later(24),
    '+30 days': later(720),
    '−1 day': later(-24),
    ...(name !== 'real' && { 'Real time': `real ${new Date(time).toISOString()}` }),
  });
});
