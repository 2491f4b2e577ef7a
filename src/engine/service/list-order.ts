import { mix } from '../simulation/random.js';
import type { ChoiceOf } from './open-points.js';

export type ListOrder = ChoiceOf<'list-order'>;

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/**
 * Says which pet stands at a place of the list: a function from place to age (0 is the oldest).
 * `shuffled` steps through all ages with a stride that shares no divisor with their number, so that
 * every pet comes once, equal calls agree, and a page costs no more than its length.
 */
export function orderOf(order: ListOrder, total: number, seed: number): (place: number) => number {
  switch (order) {
    case 'oldest-first':
      return (place) => place;
    case 'newest-first':
      return (place) => total - 1 - place;
    case 'shuffled': {
      const start = mix(seed, total) % total;
      let stride = (mix(seed + 1, total) % total) + 1;
      while (greatestCommonDivisor(stride, total) !== 1) {
        stride += 1;
      }
      return (place) => (start + place * stride) % total;
    }
  }
}
