import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../engine/choices/open-points.js';

/** Readers of raw option values: the value, or nothing when it isn't legal. */

/** A whole number in a range, as a number or in digits. */
export function wholeNumber(from: number, to: number): (raw: unknown) => number | undefined {
  return (raw) => {
    const value = typeof raw === 'string' && /^[0-9]{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
    return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
      ? value
      : undefined;
  };
}

export function oneOf<Value extends string>(
  values: readonly Value[],
): (raw: unknown) => Value | undefined {
  return (raw) => values.find((value) => value === raw);
}

export function nonEmptyText(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw.trim() !== '' ? raw : undefined;
}

/** Text that a header can carry: nothing that would end it, or be cut off. */
export function printableText(raw: unknown): string | undefined {
  return typeof raw === 'string' && /^[\x21-\x7e]+$/.test(raw) ? raw : undefined;
}

/** A list of texts; a string is cut at commas, as in an environment variable. */
export function textList(raw: unknown): readonly string[] | undefined {
  const list = Array.isArray(raw) ? raw.flatMap(cutAtCommas) : cutAtCommas(raw);
  const legal = list.every((text) => typeof text === 'string' && text !== '');
  return legal && list.length > 0 ? (list as string[]) : undefined;
}

/** A list of names, each of which is one of those. */
export function listOf<Name extends string>(
  names: readonly Name[],
): (raw: unknown) => readonly Name[] | undefined {
  return (raw) => {
    const list = textList(raw);
    return list?.every((text) => (names as readonly string[]).includes(text))
      ? (list as readonly Name[])
      : undefined;
  };
}

function cutAtCommas(raw: unknown): unknown[] {
  return typeof raw === 'string' ? raw.split(',').map((text) => text.trim()) : [raw];
}

/** An instant, as ISO 8601 or a Date. */
export function instant(raw: unknown): Date | undefined {
  const iso = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
  if (!(raw instanceof Date) && !(typeof raw === 'string' && iso.test(raw))) {
    return undefined;
  }
  const date = new Date(raw);
  if (Number.isNaN(date.getTime())) {
    return undefined;
  }
  // JavaScript takes 30 February for 2 March.
  const day = typeof raw === 'string' ? raw.slice(0, 10) : undefined;
  const exists = day === undefined || new Date(day).toISOString().startsWith(day);
  return exists ? date : undefined;
}

function asText(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
}

const units: Readonly<Record<string, number>> = { '': 1, b: 1, kib: 1024, mib: 1024 ** 2 };

/** A number of bytes, in digits with a unit or without. */
export function bytes(raw: unknown): number | undefined {
  const match = /^([0-9]{1,12})\s*([a-z]*)$/i.exec(asText(raw));
  const unit = units[match?.[2]?.toLowerCase() ?? ''];
  const value = unit === undefined ? Number.NaN : Number(match?.[1]) * unit;
  return value >= 1 && value <= 1024 ** 3 ? value : undefined;
}

/** Milliseconds, as a number or a range. */
export function milliseconds(most: number): (raw: unknown) => Range | undefined {
  return (raw) => {
    const match = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/.exec(asText(raw));
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? from);
    return from <= to && to <= most ? { from, to } : undefined;
  };
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

type Pair = readonly [point: string, choice: unknown];

function pairsOf(raw: unknown): Pair[] {
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

function legalChoices(point: OpenPoint): readonly string[] {
  return openPoints[point].choices;
}

/** Reads choices of single open points: `point=choice` texts, or an object. */
export function readChoices(raw: unknown): Partial<Choices> | undefined {
  const pairs = pairsOf(raw);
  const legal = pairs.every(
    ([point, choice]) => isOpenPoint(point) && legalChoices(point).includes(choice as string),
  );
  return legal ? (Object.fromEntries(pairs) as Partial<Choices>) : undefined;
}

/** What would have been legal, for the first choice that isn't. */
export function legalChoicesFor(raw: unknown): string {
  for (const [point, choice] of pairsOf(raw)) {
    if (!isOpenPoint(point)) {
      return `<point>=<choice> with a point of ${openPointNames.join(', ')}`;
    }
    if (!legalChoices(point).includes(choice as string)) {
      return `${legalChoices(point)
        .map((legal) => `${point}=${legal}`)
        .join(' or ')}`;
    }
  }
  return '<point>=<choice>';
}
