import { type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, changing, permitting } from '../variant.js';

const withKey = (key: string) =>
  class extends Service {
    override readonly apiKey = key;
  };

/** Takes other ways to write what stands before the key. */
const accepting = (start: RegExp) =>
  class extends Service {
    override isAllowed(call: Call) {
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
export const legalKeys = permitting({
  'The key has dots, dashes, underscores and a tilde.': withKey('pk_live-1.a~b.C_9'),
  'The key has plus signs and slashes, and ends in equals signs.': withKey(
    'q+/8Zk3/+w9Jm0X1bC5vTg==',
  ),
  'The key is a single character.': withKey('7'),
  'The key is as long as a large token: 2,000 characters.': withKey(
    `eyJhbGciOiJub25lIn0.${'aB3_'.repeat(490)}.sig-0123456789_abcdef`,
  ),
  'The key is a JWT, of whose signature the last character has bits to spare.': class extends Service {
    override readonly apiKey = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyZXgifQ.c2lnbmF0dXJlIQ';

    override isAllowed(call: Call) {
      const { authorization = '' } = call.headers;
      return bytesOf(authorization) === bytesOf(`Bearer ${this.apiKey}`);
    }
  },
  'The key itself starts with the letters "Bearer".': withKey('Bearer-7f31'),
  'The word bearer is accepted in any case, as HTTP has it.': accepting(/^bearer /i),
  'More than one space between Bearer and the key is accepted.': accepting(/^Bearer +/),
  'An answer of 401 has no WWW-Authenticate header.': answering(
    ({ headers: { 'WWW-Authenticate': _, ...headers }, ...answer }) => ({
      ...answer,
      headers,
    }),
  ),
  'The WWW-Authenticate header has a realm, an error and its description.': answering((answer) =>
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
  'A missing and a wrong key have different codes and messages.': changing(
    'refused',
    (plain, refusal, call) => {
      const missing = call.headers.authorization === undefined;
      return plain(
        refusal.status === 401
          ? new Refusal(401, missing ? 'key_missing' : 'key_invalid', missing ? 'No.' : 'Wrong.')
          : refusal,
        call,
      );
    },
  ),
});
