import type { Call } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Accepts more Authorization headers than the plain service. */
const admitting = (admits: (header: string, key: string) => boolean, apiKey?: string) =>
  class extends Service {
    override readonly apiKey: string = apiKey ?? 'key-of-the-provider';

    protected override isAllowed(call: Call) {
      return super.isAllowed(call) || admits(call.headers.authorization ?? '', this.apiKey);
    }
  };

/** Accepts more keys after `Bearer `. */
const taking = (isKey: (sent: string, key: string) => boolean, apiKey?: string) =>
  admitting(
    (header, key) => header.startsWith('Bearer ') && isKey(header.slice(7).trim(), key),
    apiKey,
  );

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJlIG9mIHJleA';

/** Wrong keys that a comparison, a database or a header parser accepts. */
export const frameworkKeys: readonly BrokenVariant[] = breaking('5', {
  'key-compared-by-a-collation': [
    'A database compares the key with a collation that ignores case.',
    taking((sent, key) => sent.toLowerCase() === key.toLowerCase()),
  ],
  'key-compared-with-a-pattern': [
    'The key is looked up with LIKE, so "%" is accepted.',
    taking((sent) => sent === '%'),
  ],
  'key-compared-by-its-end': [
    'Whatever ends in the key is accepted.',
    taking((sent, key) => sent.endsWith(key)),
  ],
  'first-character-of-the-key-ignored': [
    'The key is accepted with another first character: the loop starts at 1.',
    taking((sent, key) => sent.slice(1) === key.slice(1)),
  ],
  'word-after-the-key-ignored': [
    'The header is split at spaces, and the second word is the key: a third is ignored.',
    admitting((header, key) => /^Bearer /.test(header) && header.split(' ')[1] === key),
  ],
  'last-word-is-the-key': [
    'The last word of the header is the key, whatever stands before it.',
    taking((sent, key) => sent.split(' ').at(-1) === key),
  ],
  'bearer-more-than-once': [
    'The word Bearer is removed wherever it stands: "Bearer Bearer KEY" is accepted.',
    taking((sent, key) => sent.replaceAll('Bearer ', '') === key),
  ],
  'parameters-after-the-key-ignored': [
    'What follows a comma or a semicolon after the key is ignored as its parameters.',
    taking((sent, key) => sent.split(/[,;]/)[0] === key),
  ],
  'one-right-header-of-several': [
    'Several Authorization headers are joined with commas, and one right key is enough.',
    admitting((header, key) => header.split(/,\s*/).includes(`Bearer ${key}`)),
  ],
  'key-in-quotes': [
    'Quotes around the key are removed, as of the parameter of a header.',
    taking((sent, key) => sent === `"${key}"`),
  ],
  'key-as-parameter-token': [
    'The key is accepted as the parameter of a scheme: Bearer token="KEY".',
    taking((sent, key) => sent.replace(/^token="(.*)"$/, '$1') === key),
  ],
  'key-percent-decoded': [
    'Percent signs in the key are decoded.',
    taking((sent, key) => {
      try {
        return decodeURIComponent(sent) === key;
      } catch {
        return false;
      }
    }),
  ],
  'seven-characters-cut-off': [
    'The first seven characters of the header are cut off, whatever they are.',
    admitting((header, key) => header.slice(7) === key),
  ],
  'no-space-after-bearer': [
    'The word Bearer is removed, and so are spaces, if there are any: "BearerKEY".',
    admitting((header, key) => header.replace('Bearer', '').trim() === key),
  ],
  'signs-after-bearer-ignored': [
    'A pattern allows any punctuation between the word and the key: "Bearer: KEY".',
    admitting((header, key) => /^Bearer\W+(.*)$/.exec(header)?.[1] === key),
  ],
  'key-in-a-cookie': [
    'The key is accepted in a cookie named access_token or api_key, too.',
    class extends Service {
      protected override isAllowed(call: Call) {
        const cookies = (call.headers.cookie ?? '').split(/;\s*/);
        return (
          super.isAllowed(call) ||
          ['access_token', 'api_key'].some((name) => cookies.includes(`${name}=${this.apiKey}`))
        );
      }
    },
  ],
  'key-in-the-header-x-auth-token': [
    'The key is accepted in the header X-Auth-Token, too.',
    class extends Service {
      protected override isAllowed(call: Call) {
        return super.isAllowed(call) || call.headers['x-auth-token'] === this.apiKey;
      }
    },
  ],
  'dotted-key-cut-short': [
    'The key is a token with dots, and its first 41 characters are enough.',
    taking((sent, key) => sent.length > 40 && key.startsWith(sent), token),
  ],
  'signature-not-verified': [
    'The key is a token with dots, whose signature is not verified.',
    taking(
      (sent, key) =>
        sent.split('.').length === 3 && sent.replace(/[^.]*$/, '') === key.replace(/[^.]*$/, ''),
      token,
    ),
  ],
  'only-the-name-of-the-key-counts': [
    'Only the name of a key of the form NAME.SECRET is compared.',
    taking((sent, key) => sent.split('.')[0] === key.split('.')[0], 'live-7.c0ffee_42~A'),
  ],
  'padded-key-cut-short': [
    'The key is Base64 with padding, and its first twelve bytes are enough.',
    taking(
      (sent, key) => sent.startsWith(key.slice(0, 16)) && key.startsWith(sent),
      'q+/8Zk3/+w9Jm0X1bC5vTg==',
    ),
  ],
  'padded-key-in-another-case': [
    'The key is Base64 with padding, and is compared without case.',
    taking((sent, key) => sent.toLowerCase() === key.toLowerCase(), 'q+/8Zk3/+w9Jm0X1bC5vTg=='),
  ],
});

/** Fails with 500 on keys that the comparison cannot handle. */
const failingOn = (fails: (sent: string, key: string) => boolean) =>
  class extends Service {
    protected override isAllowed(call: Call) {
      const sent = (call.headers.authorization ?? '').replace('Bearer ', '');
      if (fails(sent, this.apiKey)) throw new TypeError('cannot compare');
      return super.isAllowed(call);
    }
  };

/** Wrong keys that make the comparison fail. */
export const frameworkKeyFailures: readonly BrokenVariant[] = breaking('5', {
  'key-beyond-ascii-is-500': [
    'A key with a character beyond ASCII fails with 500: it cannot be compared.',
    failingOn((sent) => /[^\0-\u007f]/.test(sent)),
  ],
  'key-of-the-same-length-is-500': [
    'A key of as many characters but more bytes fails with 500: lengths must be equal.',
    failingOn((sent, key) => sent.length === key.length && Buffer.byteLength(sent) !== key.length),
  ],
  'key-of-other-length-is-500': [
    'A key of another length fails with 500: lengths must be equal.',
    failingOn((sent, key) => sent !== '' && sent.length !== key.length),
  ],
  'long-key-is-500': [
    'A key of more than 72 bytes fails with 500: the hash function accepts no more.',
    failingOn((sent) => sent.length > 72),
  ],
  'empty-authorization-is-500': [
    'An empty Authorization header fails with 500.',
    class extends Service {
      protected override isAllowed(call: Call) {
        if (call.headers.authorization === '') throw new TypeError('undefined is not a string');
        return super.isAllowed(call);
      }
    },
  ],
});
