import type { Call } from '../call.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

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
export const frameworkKeys: readonly BrokenVariant[] = [
  {
    name: 'key-compared-by-a-collation',
    breaks: '5',
    difference: 'A database compares the key with a collation that ignores case.',
    service: taking((sent, key) => sent.toLowerCase() === key.toLowerCase()),
  },
  {
    name: 'key-compared-with-a-pattern',
    breaks: '5',
    difference: 'The key is looked up with LIKE, so "%" is accepted.',
    service: taking((sent) => sent === '%'),
  },
  {
    name: 'key-compared-by-its-end',
    breaks: '5',
    difference: 'Whatever ends in the key is accepted.',
    service: taking((sent, key) => sent.endsWith(key)),
  },
  {
    name: 'first-character-of-the-key-ignored',
    breaks: '5',
    difference: 'The key is accepted with another first character: the loop starts at 1.',
    service: taking((sent, key) => sent.slice(1) === key.slice(1)),
  },
  {
    name: 'word-after-the-key-ignored',
    breaks: '5',
    difference:
      'The header is split at spaces, and the second word is the key: a third is ignored.',
    service: admitting((header, key) => /^Bearer /.test(header) && header.split(' ')[1] === key),
  },
  {
    name: 'last-word-is-the-key',
    breaks: '5',
    difference: 'The last word of the header is the key, whatever stands before it.',
    service: taking((sent, key) => sent.split(' ').at(-1) === key),
  },
  {
    name: 'bearer-more-than-once',
    breaks: '5',
    difference: 'The word Bearer is removed wherever it stands: "Bearer Bearer KEY" is accepted.',
    service: taking((sent, key) => sent.replaceAll('Bearer ', '') === key),
  },
  {
    name: 'parameters-after-the-key-ignored',
    breaks: '5',
    difference: 'What follows a comma or a semicolon after the key is ignored as its parameters.',
    service: taking((sent, key) => sent.split(/[,;]/)[0] === key),
  },
  {
    name: 'one-right-header-of-several',
    breaks: '5',
    difference:
      'Several Authorization headers are joined with commas, and one right key is enough.',
    service: admitting((header, key) => header.split(/,\s*/).includes(`Bearer ${key}`)),
  },
  {
    name: 'key-in-quotes',
    breaks: '5',
    difference: 'Quotes around the key are removed, as of the parameter of a header.',
    service: taking((sent, key) => sent === `"${key}"`),
  },
  {
    name: 'key-as-parameter-token',
    breaks: '5',
    difference: 'The key is accepted as the parameter of a scheme: Bearer token="KEY".',
    service: taking((sent, key) => sent.replace(/^token="(.*)"$/, '$1') === key),
  },
  {
    name: 'key-percent-decoded',
    breaks: '5',
    difference: 'Percent signs in the key are decoded.',
    service: taking((sent, key) => {
      try {
        return decodeURIComponent(sent) === key;
      } catch {
        return false;
      }
    }),
  },
  {
    name: 'seven-characters-cut-off',
    breaks: '5',
    difference: 'The first seven characters of the header are cut off, whatever they are.',
    service: admitting((header, key) => header.slice(7) === key),
  },
  {
    name: 'no-space-after-bearer',
    breaks: '5',
    difference: 'The word Bearer is removed, and so are spaces, if there are any: "BearerKEY".',
    service: admitting((header, key) => header.replace('Bearer', '').trim() === key),
  },
  {
    name: 'signs-after-bearer-ignored',
    breaks: '5',
    difference: 'A pattern allows any punctuation between the word and the key: "Bearer: KEY".',
    service: admitting((header, key) => /^Bearer\W+(.*)$/.exec(header)?.[1] === key),
  },
  {
    name: 'key-in-a-cookie',
    breaks: '5',
    difference: 'The key is accepted in a cookie named access_token or api_key, too.',
    service: class extends Service {
      protected override isAllowed(call: Call) {
        const cookies = (call.headers.cookie ?? '').split(/;\s*/);
        return (
          super.isAllowed(call) ||
          ['access_token', 'api_key'].some((name) => cookies.includes(`${name}=${this.apiKey}`))
        );
      }
    },
  },
  {
    name: 'key-in-the-header-x-auth-token',
    breaks: '5',
    difference: 'The key is accepted in the header X-Auth-Token, too.',
    service: class extends Service {
      protected override isAllowed(call: Call) {
        return super.isAllowed(call) || call.headers['x-auth-token'] === this.apiKey;
      }
    },
  },
  {
    name: 'dotted-key-cut-short',
    breaks: '5',
    difference: 'The key is a token with dots, and its first 41 characters are enough.',
    service: taking((sent, key) => sent.length > 40 && key.startsWith(sent), token),
  },
  {
    name: 'signature-not-verified',
    breaks: '5',
    difference: 'The key is a token with dots, whose signature is not verified.',
    service: taking(
      (sent, key) =>
        sent.split('.').length === 3 && sent.replace(/[^.]*$/, '') === key.replace(/[^.]*$/, ''),
      token,
    ),
  },
  {
    name: 'only-the-name-of-the-key-counts',
    breaks: '5',
    difference: 'Only the name of a key of the form NAME.SECRET is compared.',
    service: taking((sent, key) => sent.split('.')[0] === key.split('.')[0], 'live-7.c0ffee_42~A'),
  },
  {
    name: 'padded-key-cut-short',
    breaks: '5',
    difference: 'The key is Base64 with padding, and its first twelve bytes are enough.',
    service: taking(
      (sent, key) => sent.startsWith(key.slice(0, 16)) && key.startsWith(sent),
      'q+/8Zk3/+w9Jm0X1bC5vTg==',
    ),
  },
  {
    name: 'padded-key-in-another-case',
    breaks: '5',
    difference: 'The key is Base64 with padding, and is compared without case.',
    service: taking(
      (sent, key) => sent.toLowerCase() === key.toLowerCase(),
      'q+/8Zk3/+w9Jm0X1bC5vTg==',
    ),
  },
];

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
export const frameworkKeyFailures: readonly BrokenVariant[] = [
  {
    name: 'key-beyond-ascii-is-500',
    breaks: '5',
    difference: 'A key with a character beyond ASCII fails with 500: it cannot be compared.',
    service: failingOn((sent) => /[^\0-\u007f]/.test(sent)),
  },
  {
    name: 'key-of-the-same-length-is-500',
    breaks: '5',
    difference: 'A key of as many characters but more bytes fails with 500: lengths must be equal.',
    service: failingOn(
      (sent, key) => sent.length === key.length && Buffer.byteLength(sent) !== key.length,
    ),
  },
  {
    name: 'key-of-other-length-is-500',
    breaks: '5',
    difference: 'A key of another length fails with 500: lengths must be equal.',
    service: failingOn((sent, key) => sent !== '' && sent.length !== key.length),
  },
  {
    name: 'long-key-is-500',
    breaks: '5',
    difference: 'A key of more than 72 bytes fails with 500: the hash function accepts no more.',
    service: failingOn((sent) => sent.length > 72),
  },
  {
    name: 'empty-authorization-is-500',
    breaks: '5',
    difference: 'An empty Authorization header fails with 500.',
    service: class extends Service {
      protected override isAllowed(call: Call) {
        if (call.headers.authorization === '') throw new TypeError('undefined is not a string');
        return super.isAllowed(call);
      }
    },
  },
];
