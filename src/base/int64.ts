export const smallestInt64 = -(2n ** 63n);
export const largestInt64 = 2n ** 63n - 1n;
/** Longer spellings of an int64 exist, such as one with a hundred zeros, but nobody sends them. */
const maxLength = 100;

function withinInt64(value: bigint): bigint | undefined {
  return value >= smallestInt64 && value <= largestInt64 ? value : undefined;
}

/** Parses plain decimal digits; undefined when they are not an int64. */
export function readInt64(text: string): bigint | undefined {
  return /^-?(?:0|[1-9][0-9]{0,18})$/.test(text) ? withinInt64(BigInt(text)) : undefined;
}

/**
 * Parses a JSON number; undefined when it is not an int64. As in JSON Schema, a number with a zero
 * fraction is an integer: `1.0` and `1e3` are, `1.5` and `1e400` are not an int64.
 */
export function readJsonInt64(text: string): bigint | undefined {
  const plain = readInt64(text);
  if (plain !== undefined) {
    return plain;
  }
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const power = Number(exponent) - fraction.length;
  if (text.length > maxLength || Math.abs(power) > maxLength) {
    return undefined;
  }
  const digits = BigInt(whole + fraction);
  const factor = 10n ** BigInt(Math.abs(power));
  if (power >= 0) {
    return withinInt64(digits * factor);
  }
  return digits % factor === 0n ? withinInt64(digits / factor) : undefined;
}

/** Writes plain digits in their shortest form: `-0` becomes `0`. */
export function normalizeInt64(text: string): string {
  return String(BigInt(text));
}
