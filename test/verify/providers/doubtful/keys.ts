import { before } from '../broken/section-5.js';
import type { Answer, Call } from '../call.js';
import { Service } from '../service.js';
import type { DoubtfulVariant } from '../variant.js';

const lookingUpPets = before((service, call) => service.checkId(call));

/** Doubts about keys. */
export const doubtfulKeys: readonly DoubtfulVariant[] = [
  {
    name: 'hexadecimal-key-in-any-case',
    section: '5',
    difference: 'The key, which is hexadecimal, is accepted in capitals.',
    doubt: 'Both are the same bytes, and how keys are issued is not shown.',
    verdict: 'passed',
    service: class extends Service {
      override readonly apiKey = '7c1f0b9e5a3d42e8';

      protected override isAllowed(call: Call) {
        const { authorization = '' } = call.headers;
        return authorization.toLowerCase() === `bearer ${this.apiKey}`;
      }
    },
  },
  {
    name: 'bytes-beyond-ascii-refused-by-the-server',
    section: '5',
    difference: 'An Authorization header with a byte beyond ASCII is answered with 400, no body.',
    doubt: 'HTTP does not allow clients to send such a header; but an invalid key is 401.',
    verdict: 'advice',
    service: class extends Service {
      override async answer(call: Call): Promise<Answer> {
        return /[^\0-\u007f]/.test(call.headers.authorization ?? '')
          ? { status: 400, headers: {}, body: '' }
          : super.answer(call);
      }
    },
  },
  {
    name: 'last-bits-of-the-key-ignored',
    section: '5',
    difference: 'The key, which is Base64, is accepted with another last character too.',
    doubt: 'Decoded, both are the same bytes, as with the signature of many a JWT.',
    verdict: 'passed',
    service: class extends Service {
      override readonly apiKey = 'q83vEjRWeJA';

      protected override isAllowed(call: Call) {
        const key = /^Bearer ([\w-]+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';
        return Buffer.from(key, 'base64').equals(Buffer.from(this.apiKey, 'base64'));
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
    service: lookingUpPets,
  },
  {
    name: 'pet-looked-up-before-key-of-ids-from-31',
    verdict: 'advice',
    section: '5',
    difference: 'Without the key an unknown pet is answered with 404, and no pet has the id 1.',
    doubt: 'As above.',
    service: class extends lookingUpPets {
      protected override firstPets() {
        return super.firstPets().map((pet) => ({ ...pet, id: pet.id + 30n }));
      }

      protected override nextId() {
        return BigInt(this.pets.length + 31);
      }
    },
  },
];
