import { type Call, notFound, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, isGood } from '../variant.js';

/** What the address and its version prefix promise, and what holds for all operations. */
export const section9: readonly BrokenVariant[] = [
  ...breaking('9', {
    'version-header-required': [
      'A call without the header X-API-Version is refused with 400.',
      class extends Service {
        protected override async serve(call: Call) {
          if (call.headers['x-api-version'] === undefined)
            throw new Refusal(400, 'version_missing', 'Which version?');
          return super.serve(call);
        }
      },
    ],
  }),
  ...breaking('4', {
    'other-path-for-pets': [
      'The operations are at /animals instead of /pets.',
      class extends Service {
        protected override async serve(call: Call) {
          if (call.operation !== undefined) throw notFound();
          return super.serve(call);
        }
      },
    ],
  }),
  ...breaking('4.2', {
    'creations-at-another-path': [
      'A pet is created at /pets/new; POST /pets is not there.',
      class extends Service {
        protected override async serve(call: Call) {
          if (call.path === '/pets/new' && call.method === 'POST') return super.create(call);
          if (call.operation === 'createPet') throw notFound();
          return super.serve(call);
        }
      },
    ],
  }),
  ...breaking('4', {
    'every-tenth-answer-fails': [
      'Every tenth call that is allowed fails with 503.',
      class extends Service {
        #calls = 0;

        protected override async serve(call: Call) {
          this.#calls += 1;
          if (this.#calls % 10 === 0)
            throw new Refusal(503, 'unavailable', 'The service is being restarted.');
          return super.serve(call);
        }
      },
    ],
    'one-answer-in-a-million-fails': [
      'One answer in a million is lost.',
      class extends Service {
        override async answer(call: Call) {
          if (Math.random() < 1e-6) throw new Error('lost');
          return super.answer(call);
        }
      },
      'Nobody sends a million calls for a verdict.',
    ],
  }),
  ...breaking('2', {
    'ids-start-anew-after-10000': [
      'After 10,000 creations ids start anew.',
      class extends Service {
        #created = 0;

        protected override nextId() {
          this.#created += 1;
          return BigInt(30 + (this.#created % 10_000 || 10_000));
        }
      },
      'It takes more creations than anyone may make at an address that is in use.',
    ],
  }),
  ...breaking('4', {
    'success-shape-under-an-error-status': [
      'Lists and pets come as they should, but always with status 500.',
      class extends Service {
        override async answer(call: Call) {
          const answer = await super.answer(call);
          return isGood(answer) ? { ...answer, status: 500 } : answer;
        }
      },
    ],
  }),
];
