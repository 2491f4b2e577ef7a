import { isLosslessNumber } from 'lossless-json';

/** Returns the result of a function; undefined when it throws. */
export function attempt<Result>(act: () => Result): Result | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8, also without its byte order mark; undefined for other bytes. */
export const decodeUtf8 = (bytes: Uint8Array | undefined, ignoreBOM = false): string | undefined =>
  attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM }).decode(bytes));

export function shorten(text: string, max = 80): string {
  // Never cuts a surrogate pair in half.
  return text.length > max ? `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}

/** Quotes texts: `"5" and "6"`. */
export function quote(...texts: readonly string[]): string {
  const shown = texts.slice(0, 3).map((text) => JSON.stringify(shorten(text)));
  return shown.join(' and ') + (texts.length > shown.length ? ' and more' : '');
}

/** Formats a number of things: `1 exchange`, `2 exchanges`. */
export function formatCount(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
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
export const decodePercent = (text: string): string =>
  attempt(() => decodeURIComponent(text)) ?? text;

/** Control characters, and those that break lines or reverse text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be escaped
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes what could forge a line of the log, or control a terminal. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
