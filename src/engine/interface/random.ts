/** 32 random-looking bits that are a function of the two numbers alone (murmur3's finalizer). */
export function mix(seed: number, n: number): number {
  let bits = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(n + 0x7f4a7c15, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A whole number from `from` to `to`, both included. */
export function between(from: number, to: number, bits: number): number {
  return from + (bits % (to - from + 1));
}
