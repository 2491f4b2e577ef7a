import { mix } from './random.js';

/** The delay of every response, in milliseconds. */
export interface DelayRange {
  readonly from: number;
  readonly to: number;
}

/** Draws the delay of response number `n` of a seed. */
export function drawFromRange({ from, to }: DelayRange, seed: number, n: number): number {
  return from + (mix(seed, n) % (to - from + 1));
}

/** Formats a delay as the settings of a sandbox and `--delay` take it: `200`, `100-300`. */
export function formatDelayRange({ from, to }: DelayRange): string {
  return from === to ? String(from) : `${from}-${to}`;
}
