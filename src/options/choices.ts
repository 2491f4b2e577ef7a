import {
  type Choices,
  type OpenPoint,
  openPointNames,
  openPoints,
} from '../engine/service/open-points.js';

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
