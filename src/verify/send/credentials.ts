import type { KeyKind } from '../../document/requirements.js';

/** How a key is sent. */
export interface SentCredential {
  readonly headers: Readonly<Record<string, string>>;
  /** Follows a request: `GET /pets with the scheme Bearer and no key`. Without the key itself. */
  readonly description: string;
}

/** The key of a request, and how it is sent. */
export type Credential = KeyKind | SentCredential;

export interface Keys {
  readonly valid: string;
  readonly invalid: string;
}

/** Creates credentials of values of the header Authorization, or of all headers, by their descriptions. */
const createAll = (values: Readonly<Record<string, string | SentCredential['headers']>>) =>
  Object.entries(values).map(([description, value]) => ({
    headers: typeof value === 'string' ? { Authorization: value } : value,
    description,
  }));

export function resolveCredential(
  credential: Credential = 'valid',
  { valid, invalid }: Keys,
): SentCredential {
  const known: Readonly<Record<KeyKind, readonly [description: string, value?: string]>> = {
    valid: ['', `Bearer ${valid}`],
    invalid: ['with an invalid key', `Bearer ${invalid}`],
    none: ['without a key'],
    bare: ['with the valid key and no scheme', valid],
    empty: ['with the scheme Bearer and no key', 'Bearer'],
    basic: ['with the valid key under the scheme Basic', `Basic ${valid}`],
  };
  if (typeof credential !== 'string') {
    return credential;
  }
  const [description, value] = known[credential];
  return { description, headers: value === undefined ? {} : { Authorization: value } };
}

/** The valid key in other places and forms than section 5 requires: those that frameworks and parsers accept. */
export function otherForms(key: string): SentCredential[] {
  const toBase64 = (text: string) => Buffer.from(text).toString('base64');
  // So many that servers do not refuse the head for its size.
  const fit = Math.max(1, Math.floor(4_000 / key.length));
  const places = [
    ...['X-API-Key', 'X-Auth-Token', 'X-Access-Token', 'Api-Key', 'ApiKey', 'Token', 'X-Token'],
    ...['X-Authorization', 'Proxy-Authorization', 'X-Forwarded-Authorization', 'Authentication'],
  ].slice(0, fit);
  const inPlaces = places.map((name) => [name, /Auth\w+tion/.test(name) ? `Bearer ${key}` : key]);
  const cookies = ['access_token', 'api_key', 'token', 'jwt', 'apiKey', 'Authorization', 'session']
    .slice(0, fit)
    .map((name) => `${name}=${key}`);
  return createAll({
    'with an empty Authorization header': '',
    'with the valid key under the scheme Token': `Token ${key}`,
    'with the valid key under the scheme ApiKey': `ApiKey ${key}`,
    'with the valid key as user and password of the scheme Basic': `Basic ${toBase64(`${key}:${key}`)}`,
    'with the valid key in Base64': `Bearer ${toBase64(key)}`,
    'with a colon after Bearer': `Bearer: ${key}`,
    'with no space after Bearer': `Bearer${key}`,
    'with the valid key in quotes': `Bearer "${key}"`,
    'with the valid key as the parameter "token"': `Bearer token="${key}"`,
    'with another word after the valid key': `Bearer ${key} x`,
    'with Bearer twice before the valid key': `Bearer Bearer ${key}`,
    'with a parameter after the valid key': `Bearer ${key}, realm="x"`,
    'with the valid key only in cookies': { Cookie: cookies.join('; ') },
    'with the valid key only in headers such as X-API-Key and Proxy-Authorization':
      Object.fromEntries(inPlaces),
  });
}

const swapCase = (key: string) =>
  key.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Replaces one character by another letter or digit, which no alphabet of keys lacks. */
const changeAt = (key: string, index: number) =>
  `${key.slice(0, index)}${key[index] === 'A' ? 'B' : 'A'}${key.slice(index + 1)}`;

/**
 * Keys that are similar to the valid one, and keys that databases, hashes and comparisons tend to fail at.
 * Left out are those that a provider may legally take for the same key: Base64 that continues after its
 * padding or is cut within it, and a token with dots, such as a JWT, whose last character has bits that
 * don't count; hexadecimal digits and Base32 in another case.
 */
export function similarKeys(key: string): SentCredential[] {
  const rest = key.slice(1);
  const first = key.charCodeAt(0).toString(16);
  const cut = key.endsWith('=') || key.includes('.') ? -4 : -1;
  const isCaseless = /^([\da-fA-F-]+|[A-Z\d]+=*)$/.test(key);
  const similar = {
    'with the valid key followed by "~xx"': key.endsWith('=') ? '' : `${key}~xx`,
    // To LIKE, each stands for a character.
    'with as many "_" as the valid key has characters': '_'.repeat(key.length),
    'with the key "undefined"': 'undefined',
    'with the key "%"': '%',
    'with the key ".*"': '.*',
    'with a key of 200 characters': 'x'.repeat(200),
    'with the end of the valid key missing': key.slice(0, cut),
    'with the beginning of the valid key missing': rest,
    'with another first character of the valid key': changeAt(key, 0),
    'with another character in the middle of the valid key': changeAt(key, key.length >> 1),
    'with another character near the end of the valid key': changeAt(key, key.length + cut),
    'with the valid key reversed': [...key].reverse().join(''),
    'with the valid key in the opposite case': isCaseless ? '' : swapCase(key),
    'with the first character of the valid key percent-encoded': `%${first}${rest}`,
  };
  const sent = Object.entries(similar).filter(([, other]) => other !== '' && other !== key);
  return createAll(
    Object.fromEntries(sent.map(([description, other]) => [description, `Bearer ${other}`])),
  );
}
