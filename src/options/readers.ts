import type { CorsOrigins } from '../document/headers.js';
import type { DelayRange } from '../engine/random.js';
import type { Readable } from './option.js';

function formatScalar(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
}

/** A whole number in a range, as a number or as digits. */
export const wholeNumber = (
  from: number,
  to: number,
  what = 'a whole number',
): Readable<number> => ({
  expected: `${what} from ${from} to ${to}`,
  read: (raw) => {
    const value = typeof raw === 'string' && /^[0-9]{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
    return typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to
      ? value
      : undefined;
  },
});

export const oneOf = <Name extends string>(names: readonly Name[]): Readable<Name> => ({
  expected: names.length === 1 ? names.join() : `one of ${names.join(', ')}`,
  read: (raw) => names.find((name) => name === raw),
});

/** A list of texts that are all items; a text is split at commas, as in an environment variable. */
const listWhere = <Item extends string>(
  expected: string,
  isItem: (text: string) => text is Item,
): Readable<readonly Item[], string | readonly Item[]> => ({
  expected,
  read: (raw) => {
    const list = readTexts(raw)?.flatMap((text) => text.split(',').map((part) => part.trim()));
    return list?.every(isItem) ? list : undefined;
  },
});

export const listOf = <Name extends string>(names: readonly Name[]) =>
  listWhere(`one or more of ${names.join(', ')}`, (text): text is Name =>
    (names as readonly string[]).includes(text),
  );

/** A list of texts that all match a pattern. */
export const listMatching = (expected: string, pattern: RegExp) =>
  listWhere(expected, (text): text is string => pattern.test(text));

/** A switch, which is off by default, as a boolean or as text. */
export const booleanOption = {
  defaultText: 'off',
  default: false,
  expected: 'true or false',
  read: (raw: unknown) =>
    /^(?:true|false)$/.test(String(raw)) ? String(raw) === 'true' : undefined,
};

/** A text in the words of the help. */
export const text = (expected: string): Readable<string> => ({ expected, read: readText });

export const filePath = (what: string) => text(`the path of ${what}`);

function readText(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw.trim() !== '' ? raw : undefined;
}

/** A text that a pattern matches; by default, one that a header can carry. */
export const textMatching = (expected: string, pattern = /^[\x21-\x7e]+$/): Readable<string> => ({
  expected,
  read: (raw) => (typeof raw === 'string' && pattern.test(raw) ? raw : undefined),
});

/** Reads one text or several, none of them empty. */
function readTexts(raw: unknown): readonly string[] | undefined {
  const list = [raw].flat().map(readText);
  return list.length > 0 && list.every((text) => text !== undefined) ? list : undefined;
}

/** One text or several. */
export const texts = (
  expected: string,
): Readable<readonly string[], string | readonly string[]> => ({
  expected,
  read: readTexts,
});

/** Reads a URL without query, fragment or credentials; removes slashes and /pets at its end. */
function readBaseUrl(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !URL.canParse(raw)) {
    return undefined;
  }
  const { protocol, username, password, search, hash, origin, pathname } = new URL(raw);
  const isPlain = username === '' && password === '' && search === '' && hash === '';
  const base = pathname.replace(/\/+$/, '').replace(/\/pets$/, '');
  return /^https?:$/.test(protocol) && isPlain ? origin + base : undefined;
}

/** The base URL of a service. Messages hide credentials and the query of a wrong one. */
export const baseUrl = (expected: string): Readable<string, string> => ({
  expected,
  read: readBaseUrl,
  show: (raw: unknown) =>
    typeof raw === 'string'
      ? raw.replace(/^([a-z]+:\/\/)?.*@/is, '$1***@').replace(/\?.*/s, '?***')
      : raw,
});

/** An instant, as ISO 8601 or a Date. */
export const instant = (expected: string): Readable<Date, string | Date> => ({
  expected,
  read: readInstant,
});

/** The real time, or an instant. */
export const realOrInstant: Readable<'real' | Date, string | Date> = {
  expected: 'real or an instant such as 2030-12-05T00:00:00Z (ISO 8601)',
  read: (raw) => (raw === 'real' ? raw : readInstant(raw)),
};

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

/** Reads digits with a unit; NaN for anything else. */
function readWithUnit(raw: unknown, units: Readonly<Record<string, number>>): number {
  const match = /^([0-9]{1,12})\s*([a-z]*)$/i.exec(formatScalar(raw));
  return Number(match?.[1]) * (units[match?.[2]?.toLowerCase() ?? ''] ?? Number.NaN);
}

/** A size in bytes with this default: digits, with or without a unit. */
export function byteSize(defaultText: string) {
  const size: Readable<number, number | string> = {
    expected: `a size from 1 byte to 1024MiB, such as 65536, 64KiB or ${defaultText}`,
    read: (raw) => {
      const value = readWithUnit(raw, { '': 1, b: 1, kib: 1024, mib: 1024 ** 2 });
      return value >= 1 && value <= 1024 ** 3 ? value : undefined;
    },
  };
  return { ...size, defaultText, default: size.read(defaultText) as number };
}

/** A time with its unit, in milliseconds. */
export const duration: Readable<number, string> = {
  expected: 'a time from 1s to 30d, such as 90s, 30m or 24h',
  read: (raw) => {
    const value = readWithUnit(raw, { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 });
    return value >= 1_000 && value <= 30 * 86_400_000 ? value : undefined;
  },
};

/** Milliseconds: a number, or a range such as `100-300`. */
export const delayRange = (max: number): Readable<DelayRange, number | string> => ({
  expected: `milliseconds up to ${max}, such as 200, or a range such as 100-300`,
  read: (raw) => {
    const range = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/.exec(formatScalar(raw));
    const from = Number(range?.[1]);
    const to = Number(range?.[2] ?? from);
    return from <= to && to <= max ? { from, to } : undefined;
  },
});

const originList = listWhere(
  '*, none, or an origin as browsers send it (lower case, no path, no default port), such as ' +
    'http://localhost:3000',
  (text): text is string => URL.canParse(text) && new URL(text).origin === text,
);

export const origins: Readable<CorsOrigins, string | readonly string[]> = {
  ...originList,
  read: (raw) => {
    const only = String(raw).trim();
    return only === '*' ? only : only === 'none' ? [] : originList.read(raw);
  },
};

/** The URL of a store. It comes back with the schemes of Redis, which the client library knows. */
export const storeAddress: Readable<string> = {
  expected:
    'the URL of a Valkey or Redis, such as valkey://user:password@host:6379/0, or valkeys:// for TLS',
  read: (raw) => {
    const text = typeof raw === 'string' ? raw.trim() : '';
    const isLegal = /^(?:valkey|redis)s?:\/\/(?:[^@/?#,]*@)?[^@/?#,]+(?:\/[0-9]{0,6})?$/.test(text);
    const address = text.replace(/^valkey/, 'redis');
    // As http, because URLs of other schemes may have no host.
    return isLegal && URL.canParse(address.replace(/^rediss?/, 'http')) ? address : undefined;
  },
};
