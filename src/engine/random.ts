import type { ChoiceOf } from '../document/open-points.js';

/** Mixes two numbers into 32 random-looking bits: equal arguments, equal bits (murmur3's finalizer). */
export function mix(seed: number, n: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 0x7f4a7c15, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** How many values `mix` has. */
export const mixValues = 2 ** 32;

const rounds = 4;

/**
 * Creates a permutation of the whole numbers below `total`: a Feistel network on the next even number
 * of bits, stepped again while it leads beyond `total`. It needs no memory, however large the total.
 */
function createPermutation(total: number, seed: number): (index: number) => number {
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

/** Creates the function from a place in a list to the age of the pet there (0 is the oldest). */
export function createOrder(
  order: ChoiceOf<'list-order'>,
  total: number,
  seed: number,
): (place: number) => number {
  switch (order) {
    case 'oldest-first':
      return (place) => place;
    case 'newest-first':
      return (place) => total - 1 - place;
    case 'shuffled':
      // The total is part of the seed: a new pet may appear anywhere.
      return createPermutation(total, mix(seed, total));
  }
}
