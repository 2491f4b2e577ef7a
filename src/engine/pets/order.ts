import type { ChoiceOf } from '../choices/open-points.js';
import { mix } from '../interface/random.js';

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

export type ListOrder = ChoiceOf<'list-order'>;

const rounds = 4;

/**
 * A permutation of the whole numbers below `total`, computed one by one: a Feistel network on the
 * next even number of bits, stepped again while it leads beyond `total`. Equal calls agree, every
 * number comes once, and nothing is kept, however large the total.
 */
function permutation(total: number, seed: number): (index: number) => number {
  const halfBits = Math.max(1, Math.ceil(Math.log2(total) / 2));
  const mask = 2 ** halfBits - 1;
  const step = (index: number) => {
    let left = index >>> halfBits;
    let right = index & mask;
    for (let round = 0; round < rounds; round += 1) {
      [left, right] = [right, left ^ (mix(seed + round, right) & mask)];
    }
    return (left << halfBits) | right;
  };
  return (index) => {
    let image = step(index);
    while (image >= total) {
      image = step(image);
    }
    return image;
  };
}

/** Says which pet stands at a place of the list: a function from place to age (0 is the oldest). */
export function orderOf(order: ListOrder, total: number, seed: number): (place: number) => number {
  switch (order) {
    case 'oldest-first':
      return (place) => place;
    case 'newest-first':
      return (place) => total - 1 - place;
    case 'shuffled':
      // The total is part of the seed: a new pet may appear anywhere.
      return permutation(total, mix(seed, total));
  }
}
