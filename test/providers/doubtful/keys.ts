import type { Call } from '../call.js';
import { Service } from '../service.js';
import type { DoubtfulVariant } from '../variant.js';

/** Doubts about keys. */
export const doubtfulKeys: readonly DoubtfulVariant[] = [
  {
    name: 'key-in-any-case',
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
];
