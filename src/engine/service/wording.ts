import { isLosslessNumber } from 'lossless-json';

/** Messages repeat what came, but never more than this much of it. */
const mostRepeated = 80;

export function shorten(text: string, most = mostRepeated): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** What came, in quotes: `"5" and "6"`. */
export function quote(...texts: readonly string[]): string {
  return shorten(texts.map((text) => JSON.stringify(text)).join(' and '));
}

/** A JSON value in words: `"2" (a string)`. */
export function describe(value: unknown): string {
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
  return `${shorten(JSON.stringify(value))} (a ${typeof value})`;
}
