import { isLosslessNumber } from 'lossless-json';

/** Messages repeat what came, but never more than this much of it. */
const maxRepeated = 80;

export function shorten(text: string, most = maxRepeated): string {
  // Not in the middle of a character.
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** What came, in quotes: `"5" and "6"`. */
export function quote(...texts: readonly string[]): string {
  const shown = texts.slice(0, 3).map((text) => JSON.stringify(shorten(text)));
  return shown.join(' and ') + (texts.length > shown.length ? ' and more' : '');
}

/** A JSON value in words: `"2" (a string)`. */
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
