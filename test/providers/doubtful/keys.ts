import { before } from '../broken/section-5-first.js';
import type { Call } from '../call.js';
import { Service } from '../service.js';
import type { DoubtfulVariant } from '../variant.js';

/** Doubts about keys. */
export const doubtfulKeys: readonly DoubtfulVariant[] = [
  {
    name: 'key-in-any-case',
    verdict: 'passed',
    section: '5',
    difference: 'The key is accepted in capitals.',
    doubt: 'Keys that stand for bytes in hex may be read so, and how keys are issued is not shown.',
    service: class extends Service {
      protected override isAllowed(call: Call) {
        const [scheme, key = ''] = (call.headers.authorization ?? '').split(' ');
        return scheme === 'Bearer' && key.toLowerCase() === this.apiKey.toLowerCase();
      }
    },
  },
  {
    name: 'last-bits-of-the-key-ignored',
    verdict: 'passed',
    section: '5',
    difference: 'The key, which is Base64, is accepted with another last character too.',
    doubt: 'Decoded, both are the same bytes, as with the signature of many a JWT.',
    service: class extends Service {
      override readonly apiKey = 'q83vEjRWeJA';

      protected override isAllowed(call: Call) {
        const [scheme, key = ''] = (call.headers.authorization ?? '').split(' ');
        const bytes = Buffer.from(key, 'base64');
        return scheme === 'Bearer' && bytes.equals(Buffer.from(this.apiKey, 'base64'));
      }
    },
  },
  {
    name: 'body-checked-before-key',
    verdict: 'advice',
    section: '5',
    difference: 'Without the key an invalid body is refused with 400.',
    doubt: 'The conditions of 400 and 401 are both met, and no order is stated.',
    service: before((service, call) => service.check(call)),
  },
  {
    name: 'json-checked-before-key',
    verdict: 'advice',
    section: '5',
    difference: 'Without the key a body that is not JSON is refused with 400.',
    doubt: 'As above.',
    service: before((service, call) => service.checkJson(call)),
  },
  {
    name: 'pet-looked-up-before-key',
    verdict: 'advice',
    section: '5',
    difference: 'Without the key an unknown pet is answered with 404.',
    doubt: 'The conditions of 404 and 401 are both met, and no order is stated.',
    service: before((service, call) => service.checkId(call)),
  },
];
