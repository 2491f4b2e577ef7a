/** The smallest int64. */
export const smallestInt64 = -(2n ** 63n);
/** The largest int64. */
export const largestInt64 = 2n ** 63n - 1n;
/** No int64 has more digits than this. */
const maxDigits = 19;

/** Parses plain decimal digits; undefined when they are not an int64. */
export function readInt64(text: string): bigint | undefined {
  if (text.length > maxDigits + 1 || !/^-?(?:0|[1-9][0-9]*)$/.test(text)) {
    return undefined;
  }
  return withinInt64(BigInt(text));
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
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutTrailingZeros(digits);
  if (significant === '') {
    return 0n;
  }
  // The exponent is compared as a number, so that 1e999999999 costs nothing.
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (zeros < 0 || significant.length + zeros > maxDigits) {
    return undefined;
  }
  const magnitude = BigInt(significant + '0'.repeat(zeros));
  return withinInt64(mantissa.startsWith('-') ? -magnitude : magnitude);
}

/** A regular expression would take quadratic time on a million zeros before another digit. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') {
    end -= 1;
  }
  return digits.slice(0, end);
}

/** Writes plain digits as they are shortest: `-0` is 0. */
export function normalizeInt64(text: string): string {
  return String(BigInt(text));
}

function withinInt64(value: bigint): bigint | undefined {
  return value >= smallestInt64 && value <= largestInt64 ? value : undefined;
}
