import { mix } from '../simulation/random.js';
import type { ChoiceOf } from './open-points.js';

export type IdScheme = ChoiceOf<'id-scheme'>;

/** Odd numbers beyond 2^53: a double can't hold a single one of them. */
const firstLarge = 2n ** 53n + 1n;

/** The identifier that a scheme gives to pet number `n`, counted from 1; it grows with `n`. */
export function idAt(scheme: IdScheme, n: number): bigint {
  switch (scheme) {
    case 'sequential':
      return BigInt(n);
    case 'sparse':
      return BigInt(n * 1000 + (mix(0, n) % 1000));
    case 'large':
      return firstLarge + 2n * BigInt(n);
  }
}
