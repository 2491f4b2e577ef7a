import type { ChoiceOf } from '../document/open-points.js';

/** Mixes two numbers into 32 random-looking bits: equal arguments, equal bits (murmur3's finalizer). */
export function mix(seed: number, n: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 0x7f4a7c15, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

export const mixValues = 2 ** 32;

/** Lists the ages of the pets on a page, which is a part of `total` pets; the oldest has the age 0. */
export function listAges(
  order: ChoiceOf<'list-order'>,
  total: number,
  limit: number,
  seed: number,
): number[] {
  const places = Array.from({ length: Math.min(limit, total) }, (_, place) => place);
  switch (order) {
    case 'oldest-first':
      return places;
    case 'newest-first':
      return places.map((place) => total - 1 - place);
    case 'shuffled': {
      // The total is part of the seed: a new pet may appear anywhere.
      const shuffle = mix(seed, total);
      const moved = new Map<number, number>();
      // Fisher and Yates: each place gets the pet of a later one, which gets its pet.
      return places.map((place) => {
        const other = place + (mix(shuffle, place) % (total - place));
        const age = moved.get(other) ?? other;
        moved.set(other, moved.get(place) ?? place);
        return age;
      });
    }
  }
}

/** The delay of every response, in milliseconds. */
export interface DelayRange {
  readonly from: number;
  readonly to: number;
}

export function drawFromRange({ from, to }: DelayRange, seed: number, n: number): number {
  return from + (mix(seed, n) % (to - from + 1));
}

/** Formats a delay as the settings of a sandbox and `--delay` take it: `200`, `100-300`. */
export function formatDelayRange({ from, to }: DelayRange): string {
  return from === to ? String(from) : `${from}-${to}`;
}
