import { parse, stringify } from 'lossless-json';
import { shorten } from '../../engine/interface/format.js';
import type { Mismatch } from '../result.js';

/** Maximum length of a string in an excerpt. */
const maxString = 60;
/** How much is shown before a wrong character. */
const before = 80;

/** Shortens the strings of an object, so that the fields after a long one are shown too. */
function excerptObject(value: unknown, max: number): string {
  const text = stringify(value) ?? '';
  if (text.length <= max || typeof value !== 'object' || value === null || Array.isArray(value)) {
    return shorten(text, max);
  }
  const short = Object.entries(value).map(([name, one]) => [
    shorten(name, maxString),
    typeof one === 'string' ? shorten(one, maxString) : one,
  ]);
  return shorten(stringify(Object.fromEntries(short)) ?? '', max);
}

/** The wrong field first, if the object has too many to show. */
function putFirst(value: unknown, field: string | undefined): unknown {
  const isObject = typeof value === 'object' && value !== null && field !== undefined;
  return isObject && Object.hasOwn(value, field)
    ? { [field]: (value as Readonly<Record<string, unknown>>)[field], ...value }
    : value;
}

function excerptJson(body: unknown, { index, field }: Place, max: number): string {
  const shown = (value: unknown, room: number) => {
    const whole = excerptObject(value, room);
    return whole.endsWith('…') ? excerptObject(putFirst(value, field), room) : whole;
  };
  if (index === undefined || !Array.isArray(body)) {
    return shown(body, max);
  }
  const rest = body.length - index - 1;
  const start = index === 0 ? '[' : `[… ${index} before, `;
  const end = rest === 0 ? ']' : `, … ${rest} after]`;
  return `${start}${shown(body[index], max - start.length - end.length)}${end}`;
}

/** Begins between two words, because a part of a key could not be recognised. */
function excerptText(text: string, position: number): string {
  const start = Math.max(0, position - before);
  const word = start === 0 ? 0 : text.slice(start, position).search(/[\s"{}[\],<>]/);
  const from = word < 0 ? position : start + word;
  return `${from === 0 ? '' : '…'}${text.slice(from)}`;
}

/** The place of a mismatch in JSON. */
interface Place {
  /** Of an element, in a body that is an array. */
  readonly index: number | undefined;
  readonly field: string | undefined;
}

function readPlace(path: string): Place {
  const [, index, field] = /^\$(?:\[(\d+)\])?(?:\.(\w+))?/.exec(path) ?? [];
  return { index: index === undefined ? undefined : Number(index), field };
}

/** Cuts a body around what is wrong with it; the caller hides keys and shortens the rest. */
export function excerptBody(text: string, mismatch: Mismatch | undefined, max: number): string {
  if (mismatch === undefined || text.length <= max) {
    return text;
  }
  const place = readPlace(mismatch.path);
  if (place.index === undefined && place.field === undefined) {
    return excerptText(text, Number(/at position (\d+)$/.exec(mismatch.problem)?.[1] ?? 0));
  }
  try {
    return excerptJson(parse(text), place, max);
  } catch {
    // A deeply nested value exhausts the stack.
    return text;
  }
}
