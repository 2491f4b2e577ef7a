import { mix, mixValues } from './random.js';

/** The latency of every response, in milliseconds. */
export interface Latency {
  readonly from: number;
  readonly to: number;
  /** Of a lognormal distribution between `from` and `to`; without it, all values are as likely. */
  readonly median?: number;
  /** The 95th percentile; set together with the median. */
  readonly p95?: number;
}

/** How many standard deviations the 95th percentile of a normal distribution is from its median. */
const p95Deviations = 1.6448536269514722;

/** A number from the standard normal distribution, by Box and Muller: equal arguments, equal number. */
function drawNormal(seed: number, n: number): number {
  const bits = mix(seed, n);
  // Never 0, which has no logarithm.
  const radius = Math.sqrt(-2 * Math.log((bits + 1) / mixValues));
  return radius * Math.cos((2 * Math.PI * mix(bits, n)) / mixValues);
}

/** Draws the latency of response number `n` of a seed. */
export function drawLatency({ from, to, median, p95 }: Latency, seed: number, n: number): number {
  if (median === undefined || p95 === undefined) {
    return from + (mix(seed, n) % (to - from + 1));
  }
  const deviation = Math.log(p95 / median) / p95Deviations;
  const drawn = Math.round(median * Math.exp(deviation * drawNormal(seed, n)));
  return Math.min(to, Math.max(from, drawn));
}

/** Formats a latency as the settings of a sandbox and `--latency` take it: `200`, `100-300`, `lognormal:120,400`. */
export function formatLatency({ from, to, median, p95 }: Latency): string {
  if (median !== undefined) {
    return `lognormal:${median},${p95}`;
  }
  return from === to ? String(from) : `${from}-${to}`;
}
