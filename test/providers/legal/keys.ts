import { type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, type LegalVariant } from '../variant.js';

const withKey = (key: string) =>
  class extends Service {
    override readonly apiKey = key;
  };

/** Takes other ways to write what stands before the key. */
const accepting = (start: RegExp) =>
  class extends Service {
    protected override isAllowed(call: Call) {
      const { authorization = '' } = call.headers;
      return start.test(authorization) && authorization.replace(start, '') === this.apiKey;
    }
  };

/** A token with its signature decoded, as its bytes are what is compared. */
const bytesOf = (authorization: string) =>
  authorization.replace(/[^.]*$/, (signature) =>
    Buffer.from(signature, 'base64url').toString('hex'),
  );

/** Keys may look in many ways, and so may their refusal. */
export const legalKeys: readonly LegalVariant[] = [
  {
    name: 'key-with-dots-and-dashes',
    permittedBy: '5',
    difference: 'The key has dots, dashes, underscores and a tilde.',
    service: withKey('pk_live-1.a~b.C_9'),
  },
  {
    name: 'key-in-base64',
    permittedBy: '5',
    difference: 'The key has plus signs and slashes, and ends in equals signs.',
    service: withKey('q+/8Zk3/+w9Jm0X1bC5vTg=='),
  },
  {
    name: 'key-of-one-character',
    permittedBy: '5',
    difference: 'The key is a single character.',
    service: withKey('7'),
  },
  {
    name: 'key-of-two-kilobytes',
    permittedBy: '5',
    difference: 'The key is as long as a large token: 2,000 characters.',
    service: withKey(`eyJhbGciOiJub25lIn0.${'aB3_'.repeat(490)}.sig-0123456789_abcdef`),
  },
  {
    name: 'last-bits-of-a-token-ignored',
    permittedBy: '5',
    difference: 'The key is a JWT, of whose signature the last character has bits to spare.',
    service: class extends Service {
      override readonly apiKey = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJlIQ';

      protected override isAllowed(call: Call) {
        const { authorization = '' } = call.headers;
        return bytesOf(authorization) === bytesOf(`Bearer ${this.apiKey}`);
      }
    },
  },
  {
    name: 'key-that-starts-with-bearer',
    permittedBy: '5',
    difference: 'The key itself starts with the letters "Bearer".',
    service: withKey('Bearer-7f31'),
  },
  {
    name: 'scheme-in-any-case',
    permittedBy: '5',
    difference: 'The word bearer is accepted in any case, as HTTP has it.',
    service: accepting(/^bearer /i),
  },
  {
    name: 'more-spaces-before-the-key',
    permittedBy: '5',
    difference: 'More than one space between Bearer and the key is accepted.',
    service: accepting(/^Bearer +/),
  },
  {
    name: 'no-www-authenticate',
    permittedBy: '5',
    difference: 'An answer of 401 has no WWW-Authenticate header.',
    service: answering(({ headers: { 'WWW-Authenticate': _, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    })),
  },
  {
    name: 'long-www-authenticate',
    permittedBy: '5',
    difference: 'The WWW-Authenticate header has a realm, an error and its description.',
    service: answering((answer) =>
      answer.status === 401
        ? {
            ...answer,
            headers: {
              ...answer.headers,
              'WWW-Authenticate':
                'Bearer realm="animals", error="invalid_token", error_description="unknown key"',
            },
          }
        : answer,
    ),
  },
  {
    name: 'codes-tell-missing-from-wrong-key',
    permittedBy: '7',
    difference: 'A missing and a wrong key have different codes and messages.',
    service: class extends Service {
      protected override refused(refusal: Refusal, call: Call) {
        const missing = call.headers.authorization === undefined;
        return super.refused(
          refusal.status === 401
            ? new Refusal(401, missing ? 'key_missing' : 'key_invalid', missing ? 'No.' : 'Wrong.')
            : refusal,
          call,
        );
      }
    },
  },
];
