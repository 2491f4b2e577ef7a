import { createBadRequest } from '../document/errors.js';

/** A sandbox's clock, in milliseconds: ahead of real time, or frozen at an instant since 1970. */
export type Clock =
  | { readonly mode: 'real'; readonly advanced: number }
  | { readonly mode: 'frozen'; readonly at: number };

/** Change of a clock: freeze it, advance it, or release it. */
export interface ClockChange {
  readonly mode?: 'real' | 'frozen' | undefined;
  /** ISO 8601. */
  readonly now?: string | undefined;
  /** Milliseconds; a negative number moves the clock back. */
  readonly advance?: number | undefined;
}

/** The years that ISO 8601 writes with four digits. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Reads a clock, in milliseconds since 1970. */
export function readClock(clock: Clock, time: number): number {
  return clock.mode === 'real' ? time + clock.advanced : clock.at;
}

/** The time that a clock shows. */
export interface ClockReading {
  readonly mode: 'real' | 'frozen';
  /** ISO 8601. */
  readonly now: string;
  /** Lead of a real clock over the time of the machine, in milliseconds. */
  readonly advanced: number;
}

export function describeClock(clock: Clock, time: number): ClockReading {
  return {
    mode: clock.mode,
    now: new Date(readClock(clock, time)).toISOString(),
    advanced: clock.mode === 'real' ? clock.advanced : 0,
  };
}

export function restoreClock({ mode, now, advanced }: ClockReading): Clock {
  return mode === 'real' ? { mode, advanced } : { mode, at: Date.parse(now) };
}

/** @throws {SimulatorError} `bad_request` when the clock would leave the years that it can show */
export function changeClock(clock: Clock, change: ClockChange, time: number): Clock {
  const { mode, now, advance = 0 } = change;
  if (mode === 'real' && now !== undefined) {
    throw createBadRequest(
      'A real clock must not have now. Leave now out, or freeze the clock: {"mode":"frozen","now":"2030-12-06T00:00:00Z"}.',
    );
  }
  const running = mode === 'real' ? time : readClock(clock, time);
  const at = (now === undefined ? running : Date.parse(now)) + advance;
  if (at < earliest || at > latest) {
    throw createBadRequest(
      'The clock must stay within the years 0000 to 9999. Use a time within them.',
    );
  }
  const next = mode ?? (now === undefined ? clock.mode : 'frozen');
  return next === 'real' ? { mode: next, advanced: at - time } : { mode: next, at };
}
