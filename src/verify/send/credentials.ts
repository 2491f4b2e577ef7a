import type { RowKey } from '../rows.js';

/** How a key is sent. */
export interface SentCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** Follows a request: `GET /pets with the scheme Bearer and no key`. Without the key itself. */
  readonly description: string;
  /** Whether not only the key is wrong, but the header, which RFC 6750 (3.1) has a 400 for. */
  readonly isMalformed?: boolean;
  /** Whether it has a byte beyond ASCII, which a server in front may reject in whatever way. */
  readonly isRaw?: boolean;
  /** Whether the headers have a part of the valid key, which a redactor does not find. */
  readonly isSecret?: boolean;
}

/** The key of a request, and how it is sent. */
export type Credential = RowKey | SentCredential;

export interface Keys {
  readonly valid: string;
  readonly invalid: string;
}

/** The variables of a shell that stand for the keys, which no report may show. */
export const keyVariables = { valid: 'ANIMAL_STORE_API_KEY', invalid: 'INVALID_API_KEY' } as const;

type Rest = Pick<SentCredential, 'isMalformed' | 'isRaw' | 'isSecret'>;

const authorization = (value: string, description: string, rest: Rest = {}): SentCredential => ({
  headers: { Authorization: value },
  description,
  ...rest,
});

export function resolveCredential(
  credential: Credential | undefined,
  { valid, invalid }: Keys,
): SentCredential {
  switch (credential) {
    case undefined:
    case 'valid':
      return authorization(`Bearer ${valid}`, '');
    case 'invalid':
      return authorization(`Bearer ${invalid}`, 'with an invalid key');
    case 'none':
      return { headers: {}, description: 'without a key' };
    case 'bare':
      return authorization(valid, 'with the valid key and no scheme');
    case 'empty':
      return authorization('Bearer', 'with the scheme Bearer and no key');
    case 'basic':
      return authorization(`Basic ${valid}`, 'with the valid key under the scheme Basic');
    default:
      return credential;
  }
}

/** The valid key in other places and forms than section 5 requires: those that frameworks and parsers accept. */
export function otherForms(key: string): SentCredential[] {
  const basic = Buffer.from(`${key}:${key}`).toString('base64');
  const malformed: readonly (readonly [value: string, description: string])[] = [
    [`Bearer: ${key}`, 'with a colon after Bearer'],
    [`Bearer "${key}"`, 'with the valid key in quotes'],
    [`Bearer token="${key}"`, 'with the valid key as the parameter "token"'],
    [`Bearer ${key} x`, 'with another word after the valid key'],
    [`Bearer x ${key}`, 'with another word before the valid key'],
    [`Bearer Bearer ${key}`, 'with Bearer twice before the valid key'],
    [`Bearer ${key}, realm="x"`, 'with a parameter after the valid key'],
    [`Bearer x, Bearer ${key}`, 'with an invalid and the valid key'],
  ];
  const bearer = `Bearer ${key}`;
  // So many that servers do not refuse the head for its size.
  const fit = Math.max(1, Math.floor(4_000 / key.length));
  const places = [
    ...['X-API-Key', 'X-Auth-Token', 'X-Access-Token', 'Api-Key', 'ApiKey', 'Token', 'X-Token'],
    ...['X-Authorization', 'Proxy-Authorization', 'X-Forwarded-Authorization', 'Authentication'],
  ];
  return [
    authorization('', 'with an empty Authorization header'),
    authorization(`Basic ${basic}`, 'with the valid key as user and password of the scheme Basic', {
      isSecret: true,
    }),
    ...['Digest', 'Token', 'ApiKey'].map((scheme) =>
      authorization(`${scheme} ${key}`, `with the valid key under the scheme ${scheme}`),
    ),
    authorization(`Bearer ${Buffer.from(key).toString('base64')}`, 'with the valid key in Base64', {
      isSecret: true,
    }),
    authorization(`Bearer${key}`, 'with no space between Bearer and the valid key'),
    ...malformed.map(([value, description]) =>
      authorization(value, description, { isMalformed: true }),
    ),
    {
      headers: {
        Cookie: ['access_token', 'api_key', 'token', 'jwt', 'apiKey', 'Authorization', 'session']
          .slice(0, fit)
          .map((name) => `${name}=${key}`)
          .join('; '),
      },
      description: 'with the valid key only in cookies',
    },
    {
      headers: Object.fromEntries(
        places.slice(0, fit).map((name) => [name, /Auth\w+tion/.test(name) ? bearer : key]),
      ),
      description: 'with the valid key only in headers such as X-API-Key and Proxy-Authorization',
    },
  ];
}

/** Keys that end in padding or have dots: Base64 and tokens, whose last bits may not count. */
const hasSpareBits = (key: string) => key.endsWith('=') || key.includes('.');

/** Hexadecimal digits, UUIDs and Base32 mean the same in any case. */
const isCaseless = (key: string) => /^([\da-fA-F-]+|[A-Z\d]+=*)$/.test(key);

const swapCase = (key: string) =>
  key.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Replaces one character by another letter or digit, which no alphabet of keys lacks. */
const changeAt = (key: string, index: number) =>
  `${key.slice(0, index)}${key[index] === 'A' ? 'B' : 'A'}${key.slice(index + 1)}`;

/**
 * Keys that are similar to the valid one, and keys that databases, hashes and comparisons tend to fail at.
 * Left out are those that a provider may legally take for the same key: Base64 that continues after its
 * padding or is cut within it, and a token with dots, such as a JWT, whose last character has bits that
 * don't count.
 */
export function similarKeys(key: string): SentCredential[] {
  const rest = key.slice(1);
  const first = key.charCodeAt(0).toString(16);
  const cut = hasSpareBits(key) ? -4 : -1;
  const parts: Readonly<Record<string, string>> = {
    'with the end of the valid key missing': key.slice(0, cut),
    'with the beginning of the valid key missing': rest,
    'with another first character of the valid key': changeAt(key, 0),
    'with another character in the middle of the valid key': changeAt(key, key.length >> 1),
    'with another character near the end of the valid key': changeAt(key, key.length + cut),
    'with the valid key reversed': [...key].reverse().join(''),
    'with the valid key in the opposite case': isCaseless(key) ? '' : swapCase(key),
    'with the first character of the valid key percent-encoded': `%${first}${rest}`,
    // A header is sent in Latin-1.
    'with a first character of the valid key that is not ASCII': `\u00e9${rest}`,
  };
  const others: Readonly<Record<string, string>> = {
    'with the valid key after "xx~"': `xx~${key}`,
    ...(!key.endsWith('=') && { 'with the valid key followed by "~xx"': `${key}~xx` }),
    // To LIKE, each stands for a character.
    'with as many "_" as the valid key has characters': '_'.repeat(key.length),
    'with the key "undefined"': 'undefined',
    'with the key "null"': 'null',
    'with the key "%"': '%',
    'with the key ".*"': '.*',
    'with a key of 200 characters': 'x'.repeat(200),
  };
  const create = (keys: Readonly<Record<string, string>>, isSecret: boolean) =>
    Object.entries(keys)
      .filter(([, other], index, all) => {
        const isRepeated = all.findIndex(([, earlier]) => earlier === other) < index;
        return other !== '' && other !== key && !isRepeated;
      })
      .map(([description, other]) =>
        authorization(`Bearer ${other}`, description, {
          isRaw: other.startsWith('\u00e9'),
          isSecret,
        }),
      );
  return [...create(others, false), ...create(parts, true)];
}
