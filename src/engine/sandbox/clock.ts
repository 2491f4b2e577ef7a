/** A sandbox's time as an option sets it: real, or frozen at an instant. */
export type ClockSetting = 'real' | Date;

/** A clock as plain values, in milliseconds: ahead of real time, or frozen at an instant since 1970. */
export type Clock =
  | { readonly mode: 'real'; readonly advanced: number }
  | { readonly mode: 'frozen'; readonly at: number };

/** A reading of a clock. */
export interface ClockState {
  readonly mode: 'real' | 'frozen';
  /** ISO 8601. */
  readonly now: string;
  /** How far a real clock is ahead, in milliseconds. */
  readonly advanced: number;
}

/** The years that ISO 8601 writes with four digits. */
const [earliest, latest] = [
  Date.parse('0000-01-01T00:00:00.000Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
];

/** Whether a clock can show an instant, in milliseconds since 1970. */
export function canShow(milliseconds: number): boolean {
  return milliseconds >= earliest && milliseconds <= latest;
}

export function createClock(setting: ClockSetting): Clock {
  return setting === 'real'
    ? { mode: 'real', advanced: 0 }
    : { mode: 'frozen', at: setting.getTime() };
}

/** The time on a clock, in milliseconds since 1970. */
export function readClock(clock: Clock, time = Date.now()): number {
  return clock.mode === 'real' ? time + clock.advanced : clock.at;
}

/** Moves a clock forward, or back by a negative number of milliseconds. */
export function advanceClock(clock: Clock, milliseconds: number): Clock {
  return clock.mode === 'real'
    ? { mode: 'real', advanced: clock.advanced + milliseconds }
    : { mode: 'frozen', at: clock.at + milliseconds };
}

export function describeClock(clock: Clock, time = Date.now()): ClockState {
  return {
    mode: clock.mode,
    now: new Date(readClock(clock, time)).toISOString(),
    advanced: clock.mode === 'real' ? clock.advanced : 0,
  };
}

/** Creates the clock that an earlier reading describes. */
export function restoreClock({ mode, now, advanced }: ClockState): Clock {
  return mode === 'real' ? { mode, advanced } : { mode, at: Date.parse(now) };
}
