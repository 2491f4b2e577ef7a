import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { CountingIds, type LegalVariant, permitting } from '../variant.js';

const slow = (millisecondsOf: (call: Call) => number) =>
  class extends Service {
    override async answer(call: Call) {
      await this.wait(millisecondsOf(call));
      return super.answer(call);
    }
  };

/** Where a service is, how fast it is, and what else it has. */
export const legalDeployment: readonly LegalVariant[] = [
  ...permitting('1', {
    'deeper-address': [
      'The address ends in /api/animals/v1.',
      class extends Service {
        override readonly base = '/api/animals/v1';
      },
    ],
    'address-by-name': [
      'The address has the name localhost instead of a number.',
      class extends Service {
        override readonly host = 'localhost';
      },
    ],
  }),
  ...permitting('8', {
    'slow-answers': ['Every answer takes 50 ms.', slow(() => 50)],
    'slow-creations': [
      'A creation takes 300 ms.',
      slow((call) => (call.operation === 'createPet' ? 300 : 0)),
    ],
    'rate-limit': [
      'Every 25th call is answered with 429 and Retry-After: 1, and does nothing.',
      class extends Service {
        #calls = 0;

        override async answer(call: Call): Promise<Answer> {
          this.#calls += 1;
          if (this.#calls % 25 !== 0) return super.answer(call);
          const refusal = new Refusal(429, 'too_many_requests', 'Please wait.', {
            'Retry-After': '1',
          });
          return this.refused(refusal, call);
        }
      },
    ],
  }),
  ...permitting('4.4', {
    'store-orders': [
      'There is GET /store/orders too.',
      class extends Service {
        protected override async serve(call: Call) {
          return call.path === '/store/orders' && call.method === 'GET'
            ? this.reply(200, { orders: [] }, call)
            : super.serve(call);
        }
      },
    ],
    'more-operations': [
      'A pet can be deleted, too.',
      class extends CountingIds {
        protected override async serve(call: Call): Promise<Answer> {
          const pet = call.method === 'DELETE' ? this.find(call.petId) : undefined;
          if (pet === undefined) return super.serve(call);
          this.pets = this.pets.filter((other) => other !== pet);
          return { status: 204, headers: {}, body: '' };
        }
      },
    ],
  }),
];
