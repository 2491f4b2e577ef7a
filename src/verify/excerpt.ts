import { parse, stringify } from 'lossless-json';
import { shorten } from '../document/format.js';
import type { Mismatch } from './result.js';

/** Maximum length of a string in an excerpt. */
const maxString = 60;
/** How much is shown before a wrong character. */
const before = 80;

/** Shows an object with short strings if it is too long, and with the wrong field first if it still is. */
function excerptValue(value: unknown, field: string | undefined, max: number): string {
  const whole = stringify(value) ?? '';
  if (whole.length <= max || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return shorten(whole, max);
  }
  const shown = Object.entries(value).map(([name, one]): [string, unknown] => [
    shorten(name, maxString),
    typeof one === 'string' ? shorten(one, maxString) : one,
  ]);
  const text = stringify(Object.fromEntries(shown)) ?? '';
  if (text.length > max) {
    shown.sort(([one], [other]) => Number(other === field) - Number(one === field));
  }
  return shorten(stringify(Object.fromEntries(shown)) ?? '', max);
}

/** Begins between two words, because a part of a key could not be recognised. */
function excerptText(text: string, position: number): string {
  const start = Math.max(0, position - before);
  const word = start === 0 ? 0 : text.slice(start, position).search(/[\s"{}[\],<>]/);
  const from = word < 0 ? position : start + word;
  return `${from === 0 ? '' : '…'}${text.slice(from)}`;
}

/** Cuts a body around what is wrong with it; the caller hides keys and shortens the rest. */
export function excerptBody(text: string, mismatch: Mismatch | undefined, max: number): string {
  if (mismatch === undefined || text.length <= max) {
    return text;
  }
  const [, element, field] = /^\$(?:\[(\d+)\])?(?:\.(\w+))?/.exec(mismatch.path) ?? [];
  if (element === undefined && field === undefined) {
    return excerptText(text, Number(/at position (\d+)$/.exec(mismatch.problem)?.[1] ?? 0));
  }
  try {
    const body = parse(text);
    if (element === undefined || !Array.isArray(body)) {
      return excerptValue(body, field, max);
    }
    const index = Number(element);
    const rest = body.length - index - 1;
    const start = index === 0 ? '[' : `[… ${index} before, `;
    const end = rest === 0 ? ']' : `, … ${rest} after]`;
    return `${start}${excerptValue(body[index], field, max - start.length - end.length)}${end}`;
  } catch {
    // A deeply nested value exhausts the stack.
    return text;
  }
}
