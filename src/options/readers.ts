import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../engine/choices/open-points.js';
import type { CorsOrigins } from '../engine/interface/headers.js';
import type { Latency } from '../engine/sandbox/latency.js';

/** A reader returns the value of an option, or nothing when the raw value is not allowed. */
type Reader<Value> = (raw: unknown) => Value | undefined;

/** How a raw value is read, and what the message says when it is not allowed. */
export interface Readable<Value> {
  /** The allowed values, to end the sentence `--port must be …`. */
  readonly legal: string | ((raw: unknown) => string);
  readonly read: Reader<Value>;
  /** Hides secrets of a value in a message; undefined hides all of it. */
  readonly show?: (raw: unknown) => unknown;
}

function formatScalar(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
}

function splitAtCommas(raw: unknown): unknown[] {
  return typeof raw === 'string' ? raw.split(',').map((text) => text.trim()) : [raw];
}

/** Reads a whole number in a range, as a number or as digits. */
export function readWholeNumber(from: number, to: number): Reader<number> {
  return (raw) => {
    const value = typeof raw === 'string' && /^[0-9]{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
    return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
      ? value
      : undefined;
  };
}

export function readOneOf<Value extends string>(values: readonly Value[]): Reader<Value> {
  return (raw) => values.find((value) => value === raw);
}

/** Reads a switch, as a boolean or as text. */
export function readSwitch(raw: unknown): boolean | undefined {
  const index = ['true', 'false'].indexOf(String(raw));
  return index < 0 ? undefined : index === 0;
}

export function readText(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw.trim() !== '' ? raw : undefined;
}

/** Reads the name of a consumer, which contracts and Pact Brokers show. */
export function readConsumer(raw: unknown): string | undefined {
  return typeof raw === 'string' && /^[^\p{C}\s](?:[^\p{C}]{0,98}[^\p{C}\s])?$/u.test(raw)
    ? raw
    : undefined;
}

/** Reads text that a header can carry. */
export function readPrintableText(raw: unknown): string | undefined {
  return typeof raw === 'string' && /^[\x21-\x7e]+$/.test(raw) ? raw : undefined;
}

/** Reads a list of texts; a string is split at commas, as in an environment variable. */
export function readTextList(raw: unknown): readonly string[] | undefined {
  const list = [raw].flat().flatMap(splitAtCommas);
  const legal = list.every((text) => typeof text === 'string' && text !== '');
  return legal && list.length > 0 ? (list as string[]) : undefined;
}

/** Reads a list whose members are all among some names. */
export function readListOf<Name extends string>(names: readonly Name[]): Reader<readonly Name[]> {
  return (raw) => {
    const list = readTextList(raw);
    return list?.every((text) => (names as readonly string[]).includes(text))
      ? (list as readonly Name[])
      : undefined;
  };
}

/** Reads an instant, as ISO 8601 or a Date. */
export function readInstant(raw: unknown): Date | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
  if (!(raw instanceof Date) && !(typeof raw === 'string' && iso.test(raw))) {
    return undefined;
  }
  const date = new Date(raw);
  if (Number.isNaN(date.getTime())) {
    return undefined;
  }
  // JavaScript reads 30 February as 2 March.
  const day = typeof raw === 'string' ? raw.slice(0, 10) : undefined;
  const exists = day === undefined || new Date(day).toISOString().startsWith(day);
  return exists ? date : undefined;
}

const units: Readonly<Record<string, number>> = { '': 1, b: 1, kib: 1024, mib: 1024 ** 2 };

/** Reads a size in bytes: digits, with or without a unit. */
export function readBytes(raw: unknown): number | undefined {
  const match = /^([0-9]{1,12})\s*([a-z]*)$/i.exec(formatScalar(raw));
  const unit = units[match?.[2]?.toLowerCase() ?? ''];
  const value = unit === undefined ? Number.NaN : Number(match?.[1]) * unit;
  return value >= 1 && value <= 1024 ** 3 ? value : undefined;
}

const milliseconds: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Reads a time with its unit, in milliseconds. */
export function readDuration(from: number, to: number): Reader<number> {
  return (raw) => {
    const match = /^([0-9]{1,9})\s*([smhd])$/i.exec(formatScalar(raw));
    const value = Number(match?.[1]) * (milliseconds[match?.[2]?.toLowerCase() ?? ''] ?? 0);
    return value >= from && value <= to ? value : undefined;
  };
}

const range = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/;
const lognormal = /^lognormal:([0-9]{1,6}),([0-9]{1,6})$/;

/** Reads milliseconds: a number, a range such as `100-300`, or the median and p95 of a distribution. */
export function readLatency(max: number): Reader<Latency> {
  return (raw) => {
    const text = formatScalar(raw);
    const [, median, p95] = lognormal.exec(text)?.map(Number) ?? [];
    if (median !== undefined && p95 !== undefined) {
      const legal = median >= 1 && median <= p95 && p95 <= max;
      return legal ? { from: 0, to: max, median, p95 } : undefined;
    }
    const match = range.exec(text);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? from);
    return from <= to && to <= max ? { from, to } : undefined;
  };
}

/** Whether a browser sends the text as an origin: lower case, no path, no default port. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

export function readOrigins(raw: unknown): CorsOrigins | undefined {
  const origins = readTextList(raw);
  const [only] = origins ?? [];
  if (origins?.length === 1 && (only === '*' || only === 'none')) {
    return only === '*' ? '*' : [];
  }
  return origins?.every(isOrigin) ? origins : undefined;
}

/** Reads keys that a bearer token can carry (RFC 6750). */
export function readApiKeys(raw: unknown): readonly string[] | undefined {
  const keys = readTextList(raw);
  return keys?.every((key) => /^[A-Za-z0-9\-._~+/]+=*$/.test(key)) ? keys : undefined;
}

type Pair = readonly [point: string, choice: unknown];

function splitPairs(raw: unknown): Pair[] {
  if (typeof raw === 'string' || Array.isArray(raw)) {
    const texts = [raw].flat(2).flatMap((text) => String(text).split(','));
    return texts.map((text) => {
      const [point = '', ...choice] = text.split('=');
      return [point.trim(), choice.join('=').trim()];
    });
  }
  return typeof raw === 'object' && raw !== null ? Object.entries(raw) : [['', raw]];
}

function isOpenPoint(text: string): text is OpenPoint {
  return (openPointNames as readonly string[]).includes(text);
}

function isLegal([point, choice]: Pair): boolean {
  return isOpenPoint(point) && openPoints[point].choices.some((legal) => legal === choice);
}

/** Reads choices of single open points: `point=choice` texts, or an object. */
export function readChoices(raw: unknown): Partial<Choices> | undefined {
  const pairs = splitPairs(raw);
  return pairs.every(isLegal) ? (Object.fromEntries(pairs) as Partial<Choices>) : undefined;
}

/** The allowed choices, where the first wrong one stands. */
export function describeLegalChoices(raw: unknown): string {
  const [point = ''] = splitPairs(raw).find((pair) => !isLegal(pair)) ?? [];
  return isOpenPoint(point)
    ? openPoints[point].choices.map((choice) => `${point}=${choice}`).join(' or ')
    : `<point>=<choice>, where <point> is one of ${openPointNames.join(', ')}`;
}
