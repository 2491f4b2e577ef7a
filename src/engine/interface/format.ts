import { isLosslessNumber } from 'lossless-json';

/** Maximum number of bytes that a character of a string, a UTF-16 code unit, takes in UTF-8. */
export const maxEncoded = 3;

/** Messages quote at most this many characters of a request. */
const maxQuoted = 80;

export function shorten(text: string, max = maxQuoted): string {
  // Never cuts a surrogate pair in half.
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** Quotes texts: `"5" and "6"`. */
export function quote(...texts: readonly string[]): string {
  const shown = texts.slice(0, 3).map((text) => JSON.stringify(shorten(text)));
  return shown.join(' and ') + (texts.length > shown.length ? ' and more' : '');
}

/** Describes a JSON value: `"2" (a string)`. */
export function describeValue(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  if (isLosslessNumber(value)) {
    return `${shorten(value.value)} (a number)`;
  }
  if (typeof value === 'object') {
    return 'an object';
  }
  return typeof value === 'string' ? `${quote(value)} (a string)` : `${value} (a ${typeof value})`;
}

/** Decodes percent-encoding; malformed text stays as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) {
    return text;
  }
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
