import type { Answer, Call } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

/** Lets calls in that the plain service does not. */
const lettingIn = (isAllowed: (call: Call, key: string, sent: string) => boolean) =>
  class extends Service {
    protected override isAllowed(call: Call) {
      const { authorization = '' } = call.headers;
      return super.isAllowed(call) || isAllowed(call, this.apiKey, authorization);
    }
  };

/** The same for what stands after `Bearer `. */
const taking = (isKey: (sent: string, key: string) => boolean) =>
  lettingIn((_call, key, sent) => sent.startsWith('Bearer ') && isKey(sent.slice(7), key));

/** A key is let in that isn't sent as a bearer token, or that isn't there any more. */
export const section5OpenOtherwise: readonly BrokenVariant[] = breaking('5', {
  'scheme-not-needed': [
    'The bare key without the word Bearer is accepted.',
    lettingIn((_call, key, sent) => sent === key),
  ],
  'any-scheme-will-do': [
    'The key is accepted after any one word, such as Basic or Token.',
    lettingIn((_call, key, sent) => {
      const [, second, third] = sent.split(' ');
      return second === key && third === undefined;
    }),
  ],
  'key-as-basic-password': [
    'The key is accepted as user or password of Basic authentication.',
    lettingIn((_call, key, sent) => {
      const [, coded] = /^Basic (.+)$/.exec(sent) ?? [];
      const pair = Buffer.from(coded ?? '', 'base64').toString();
      return pair.split(':').includes(key);
    }),
  ],
  'key-in-the-query': [
    'The key is accepted in the query, as access_token or api_key.',
    lettingIn((call, key) =>
      ['access_token', 'api_key'].some((name) => call.query.get(name) === key),
    ),
  ],
  'key-in-another-header': [
    'The key is accepted in the header X-API-Key.',
    lettingIn((call, key) => call.headers['x-api-key'] === key),
  ],
  'word-undefined-accepted': [
    'The keys "undefined" and "null" are accepted.',
    taking((sent) => sent === 'undefined' || sent === 'null'),
  ],
  'key-checked-once': [
    'Once a call with the key went well, every call is let in.',
    class extends Service {
      #known = false;

      protected override isAllowed(call: Call) {
        this.#known ||= super.isAllowed(call);
        return this.#known;
      }
    },
  ],
  'remembered-list-without-key': [
    'A list that was given once with the key is given again without one.',
    class extends Service {
      readonly #given = new Set<string>();

      protected override async list(call: Call): Promise<Answer> {
        this.#given.add(`${call.query}`);
        return super.list(call);
      }

      protected override isAllowed(call: Call) {
        const given = call.operation === 'listPets' && this.#given.has(`${call.query}`);
        return given || super.isAllowed(call);
      }
    },
  ],
  'sixth-wrong-key-let-in': [
    'From the sixth refused key on calls are let in: the check gives up.',
    class extends Service {
      #refusals = 0;

      protected override isAllowed(call: Call) {
        const allowed = super.isAllowed(call);
        if (!allowed) this.#refusals += 1;
        return allowed || this.#refusals > 5;
      }
    },
  ],
  'second-key-of-the-developers': [
    'A key that was left in the code is accepted too.',
    taking((sent) => sent === 'letmein-7c1f0b9e'),
    'The other key is secret, and trying keys is no test.',
  ],
});
