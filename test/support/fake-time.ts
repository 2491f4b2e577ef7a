import { onTestFinished, vi } from 'vitest';
import { realTime } from '../../src/base/real-time.js';

/** Fakes the time of the simulator as well, which fake timers alone don't reach, until the test ends. */
export function fakeTime(...[config]: Parameters<typeof vi.useFakeTimers>): void {
  const real = { ...realTime };
  vi.useFakeTimers(config);
  const names = Object.keys(realTime) as (keyof typeof realTime)[];
  Object.assign(realTime, Object.fromEntries(names.map((name) => [name, globalThis[name]])));
  onTestFinished(() => {
    vi.useRealTimers();
    Object.assign(realTime, real);
  });
}
