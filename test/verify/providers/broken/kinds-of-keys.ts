import type { Answer, Call } from '../call.js';
import { Service } from '../service.js';
import { breaking } from '../variant.js';

/** Lets calls in that the plain service does not. */
const lettingIn = (isAllowed: (call: Call, key: string) => boolean, apiKey?: string) =>
  class extends Service {
    override readonly apiKey: string = apiKey ?? 'key-of-the-provider';

    override isAllowed(call: Call) {
      return super.isAllowed(call) || isAllowed(call, this.apiKey);
    }
  };

/** The same for what stands after a scheme. */
const taking = (
  isKey: (sent: string, key: string) => boolean,
  scheme = 'Bearer',
  apiKey?: string,
) =>
  lettingIn(({ headers: { authorization = '' } }, key) => {
    const isOfScheme = authorization.startsWith(`${scheme} `);
    return isOfScheme && isKey(authorization.slice(scheme.length + 1), key);
  }, apiKey);

const inHeader = (name: string, start = '') =>
  lettingIn((call, key) => call.headers[name] === `${start}${key}`);

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Keys accepted outside the Authorization header, or inside another scheme. */
export const keysElsewhere = breaking('5', {
  'The key is accepted in the header Proxy-Authorization.': inHeader(
    'proxy-authorization',
    'Bearer ',
  ),
  'The key is accepted in the header X-Authorization, as a gateway passes it on.': inHeader(
    'x-authorization',
    'Bearer ',
  ),
  'The key is accepted in the header X-Auth-Token.': inHeader('x-auth-token'),
  'The key is accepted in a cookie named jwt.': lettingIn((call, key) =>
    (call.headers.cookie ?? '').split(/;\s*/).includes(`jwt=${key}`),
  ),
  'The key is accepted as the field access_token of a body.': lettingIn((call, key) =>
    `${call.body}`.includes(`"access_token":"${key}"`),
  ),
  'The key is accepted under the scheme Token.': taking((sent, key) => sent === key, 'Token'),
  'The key is accepted under the scheme ApiKey.': taking((sent, key) => sent === key, 'ApiKey'),
  'The key is accepted as the password of Basic authentication.': taking(
    (sent, key) => Buffer.from(sent, 'base64').toString().endsWith(`:${key}`),
    'Basic',
  ),
  'The key is accepted in Base64.': taking((sent, key) => sent === base64(key)),
});

/** Keys that are compared in part only. */
export const keysInPart = breaking('5', {
  'Only the first eight characters of the key are compared.': taking(
    (sent, key) => sent.slice(0, 8) === key.slice(0, 8),
  ),
  'Only the last four characters of the key are compared.': taking(
    (sent, key) => sent.slice(-4) === key.slice(-4),
  ),
  'The first and the last four characters of the key are compared.': taking(
    (sent, key) => sent.slice(0, 4) === key.slice(0, 4) && sent.slice(-4) === key.slice(-4),
  ),
  'Everything but the last character of the key is compared.': taking(
    (sent, key) => sent.slice(0, -1) === key.slice(0, -1),
  ),
  'The key without its first character is accepted.': taking((sent, key) => sent === key.slice(1)),
  'A key is accepted if it contains the key.': taking((sent, key) => sent.includes(key)),
  'A key of the same length is accepted.': taking((sent, key) => sent.length === key.length),
  'The key is a pattern: ".*" is accepted.': taking((sent, key) =>
    new RegExp(`^${sent.replace(/[^\w.*-]/g, '\\$&')}$`).test(key),
  ),
  'To the database, each "_" stands for a character of the key.': taking((sent, key) =>
    new RegExp(`^${sent.replace(/[^\w]/g, '\\$&').replaceAll('_', '.')}$`).test(key),
  ),
  'A token is only decoded: another signature is accepted.': taking(
    (sent, key) => sent.split('.', 2).join() === key.split('.', 2).join(),
    'Bearer',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJlIG9mIHJleA',
  ),
});

/** Serves a path in another spelling like the one of the document, and lets it in without a key. */
const spelling = (rewrite: (path: string) => string) =>
  class extends Service {
    override async answer(call: Call): Promise<Answer> {
      const path = rewrite(call.path);
      if (path === call.path) return super.answer(call);
      const petId = /^\/pets\/([^/]+)$/.exec(path)?.[1] ?? '';
      if (path === '/pets' && call.method === 'GET') return this.list(call);
      if (path === '/pets' && call.method === 'POST') return this.create(call);
      return petId === '' ? super.answer(call) : this.read({ ...call, petId });
    }
  };

/** The guard knows one spelling of a path, and the router more. */
export const pathSpellings = breaking('5', {
  'A path with a slash at its end needs no key.': spelling((path) => path.replace(/\/$/, '')),
  'A path in capitals needs no key.': spelling((path) => path.toLowerCase()),
  'A path that begins with two slashes needs no key.': spelling((path) =>
    path.replace(/^\/\//, '/'),
  ),
  'A path with a parameter after a semicolon needs no key.': spelling((path) =>
    path.replace(/;.*/, ''),
  ),
  'A path with the ending .json needs no key.': spelling((path) => path.replace(/\.json$/, '')),
  'A path with an escaped letter needs no key.': spelling(decodeURI),
  'Reading a pet needs no key with a slash at the end.': spelling((path) =>
    path.replace(/(\/pets\/.+)\/$/, '$1'),
  ),
  'Creating a pet needs no key with a slash at the end.': class extends Service {
    override async answer(call: Call) {
      const isOpen = call.path === '/pets/' && call.method === 'POST';
      return isOpen ? this.create(call) : super.answer(call);
    }
  },
});

/** What one request opens for the next. */
export const sessions = breaking('5', {
  'A good answer sets a cookie, and the cookie needs no key.': class extends Service {
    override isAllowed(call: Call) {
      return super.isAllowed(call) || (call.headers.cookie ?? '').includes('session=of-rex');
    }

    override reply(...given: Parameters<Service['reply']>) {
      const answer = super.reply(...given);
      const cookies = ['theme=dark; Path=/', 'session=of-rex; Path=/; HttpOnly'];
      return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookies } };
    }
  },
});
