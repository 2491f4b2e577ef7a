import { mix } from './random.js';

/** The latency of every response, in milliseconds. */
export interface Latency {
  readonly from: number;
  readonly to: number;
}

/** Draws the latency of response number `n` of a seed. */
export function drawLatency({ from, to }: Latency, seed: number, n: number): number {
  return from + (mix(seed, n) % (to - from + 1));
}

/** Formats a latency as the settings of a sandbox and `--latency` take it: `200`, `100-300`. */
export function formatLatency({ from, to }: Latency): string {
  return from === to ? String(from) : `${from}-${to}`;
}
