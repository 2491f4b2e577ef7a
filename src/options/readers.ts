import { attempt } from '../base/text.js';
import type { CorsOrigins } from '../document/headers.js';
import { maxDelay } from '../engine/preferences.js';
import type { DelayRange } from '../engine/random.js';
import type { OptionEntry, Readable } from './option.js';

function formatScalar(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim() : '';
}

/** Digits with a unit. */
const quantity = <Input>(
  expected: string,
  units: Readonly<Record<string, number>>,
  min: number,
  max: number,
): Readable<number, Input> => ({
  expected,
  read: (raw) => {
    const [, digits, unit = ''] = /^([0-9]{1,12})\s*([a-z]*)$/i.exec(formatScalar(raw)) ?? [];
    const value = Number(digits) * (units[unit.toLowerCase()] ?? Number.NaN);
    return value >= min && value <= max ? value : undefined;
  },
});

/** A whole number in a range, as a number or as digits. */
export const wholeNumber = (from: number, to: number, what = 'a whole number') =>
  quantity<number>(`${what} from ${from} to ${to}`, { '': 1 }, from, to);

/** Tells whether a text is allowed; a pattern is one. */
type Test = Pick<RegExp, 'test'>;
const notBlank: Test = /\S/;

/** A text that passes a test. */
export const readText = <Text extends string>(
  expected: string,
  legal = notBlank,
): Readable<Text> => ({
  expected,
  read: (raw) => (typeof raw === 'string' && legal.test(raw) ? (raw as Text) : undefined),
});

type Texts<Text> = Readable<readonly Text[], string | readonly Text[]> &
  Pick<OptionEntry<readonly Text[]>, 'default' | 'repeatable'>;

/** Texts that all pass a test; none by default. */
export const readTexts = <Text extends string>(
  expected: string,
  legal = notBlank,
  split: (text: string) => readonly string[] = (text) => [text],
): Texts<Text> => ({
  expected,
  repeatable: true,
  default: [],
  read: (raw) => {
    const list = [raw].flat().flatMap((one) => (typeof one === 'string' ? split(one) : ['']));
    return list.length > 0 && list.every((one) => legal.test(one)) ? (list as Text[]) : undefined;
  },
});

export const splitList = (text: string) => text.split(',').map((part) => part.trim());

const isIn = (names: readonly string[]): Test => ({ test: (text) => names.includes(text) });

export const oneOf = <Name extends string>(names: readonly Name[]) => ({
  words: names,
  ...readText<Name>(`one of ${names.join(', ')}`, isIn(names)),
});

/** A list of these names; programs and config files may pass an empty one. */
export function listOf<Name extends string>(names: readonly Name[]) {
  const list = readTexts<Name>(`one or more of ${names.join(', ')}`, isIn(names), splitList);
  const isEmpty = (raw: unknown) => Array.isArray(raw) && raw.length === 0;
  return { ...list, words: names, read: (raw: unknown) => (isEmpty(raw) ? [] : list.read(raw)) };
}

export const filePath = (what: string) =>
  ({ isPath: true, ...readText(`the path of ${what}`) }) as const;

/** Messages show of a wrong value only that it is empty: any other is almost a key, and logs keep messages. */
export const secret = <Reader extends Readable<unknown, unknown>>(reader: Reader) => ({
  ...reader,
  show: (raw: unknown) => (String(raw) === '' ? raw : undefined),
});

/** A key or token, as a header can carry it. */
export const secretText = (what: string) =>
  secret(readText(`${what} of printable ASCII characters without spaces`, /^[\x21-\x7e]+$/));

/** A switch, which is off by default, as a boolean or as text. */
export const booleanOption: Readable<boolean> &
  Pick<OptionEntry<boolean>, 'default' | 'defaultText'> = {
  expected: 'true or false',
  read: (raw) => [true, false].find((value) => String(value) === String(raw)),
  defaultText: 'off',
  default: false,
};

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
export const baseUrl = (
  expected = 'a URL such as https://staging.example/v1, without query or credentials',
): Readable<string, string> => ({
  expected,
  read: readBaseUrl,
  show: (raw: unknown) =>
    typeof raw === 'string'
      ? raw.replace(/^([a-z]+:\/\/)?.*@/is, '$1***@').replace(/\?.*/s, '?***')
      : raw,
});

export const instant = (expected: string): Readable<Date, string | Date> => ({
  expected,
  read: readInstant,
});

export const instantFormat = 'an instant such as 2030-12-05T00:00:00Z (ISO 8601)';

export const realOrInstant: Readable<'real' | Date, string | Date> = {
  expected: `real or ${instantFormat}`,
  read: (raw) => (raw === 'real' ? raw : readInstant(raw)),
};

export function readInstant(raw: unknown): Date | undefined {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
  const day = typeof raw === 'string' ? iso.exec(raw)?.[1] : undefined;
  const date = new Date(
    raw instanceof Date || day !== undefined ? (raw as Date | string) : Number.NaN,
  );
  // JavaScript reads 30 February as 2 March.
  const exists = day === undefined || new Date(day).toJSON()?.startsWith(day);
  return exists && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** A size in bytes with this default: digits, with or without a unit. */
export function byteSize(defaultText: string) {
  const expected = `a size from 1 byte to 1024MiB, such as 65536, 64KiB or ${defaultText}`;
  const units = { '': 1, b: 1, kib: 1024, mib: 1024 ** 2 };
  const size = quantity<number | string>(expected, units, 1, 1024 ** 3);
  return { ...size, defaultText, default: size.read(defaultText) as number };
}

/** A time with its unit, in milliseconds. */
export const duration = quantity<string>(
  'a time from 1s to 30d, such as 90s, 30m or 24h',
  { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 },
  1_000,
  30 * 86_400_000,
);

export const delayFormat = `milliseconds up to ${maxDelay}, such as 200, or a range such as 100-300`;

/** Milliseconds: a number, or a range such as `100-300`. */
export const delayRange: Readable<DelayRange, number | string> = {
  expected: delayFormat,
  read: (raw) => {
    const range = /^([0-9]{1,6})(?:-([0-9]{1,6}))?$/.exec(formatScalar(raw));
    const from = Number(range?.[1]);
    const to = Number(range?.[2] ?? from);
    return from <= to && to <= maxDelay ? { from, to } : undefined;
  },
};

/** Origins of pages in apps, such as `capacitor://localhost`, and of files. */
const pageOrigin = /^(?:null|(?!https?:)[a-z][a-z0-9+.-]*:\/\/[^\s/?#]*)$/;

const originList = readTexts(
  '*, none, or an origin as browsers send it (lower case, no path, no default port), such as ' +
    'http://localhost:3000',
  {
    test: (text) => pageOrigin.test(text) || (URL.canParse(text) && new URL(text).origin === text),
  },
  splitList,
);

export const origins = {
  ...originList,
  default: '*' as const,
  read: (raw: unknown): CorsOrigins | undefined => {
    const only = String(raw).trim();
    return only === '*' ? only : only === 'none' ? [] : originList.read(raw);
  },
};

/** The URL of a store. It comes back with the schemes of Redis, which the client library knows. */
export const storeAddress: Readable<string> = {
  expected:
    'the URL of a Valkey or Redis, such as valkey://user:password@host:6379/0 (% in a password is %25), ' +
    'or valkeys:// for TLS',
  read: (raw) => {
    const text = typeof raw === 'string' ? raw.trim() : '';
    const isLegal = /^(?:valkey|redis)s?:\/\/(?:[^@/?#,]*@)?[^@/?#,]+(?:\/[0-9]{0,6})?$/.test(text);
    const address = text.replace(/^valkey/, 'redis');
    // As http, because URLs of other schemes may have no host. The client library decodes it.
    const isUrl = URL.canParse(address.replace(/^rediss?/, 'http'));
    return isLegal && isUrl && attempt(() => decodeURIComponent(address)) ? address : undefined;
  },
};
