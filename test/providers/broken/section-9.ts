import { type Call, notFound, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, isGood } from '../variant.js';

/** What the address and its version prefix promise, and what holds for all operations. */
export const section9: readonly BrokenVariant[] = [
  {
    name: 'version-header-required',
    breaks: '9',
    difference: 'A call without the header X-API-Version is refused with 400.',
    service: class extends Service {
      protected override async serve(call: Call) {
        if (call.headers['x-api-version'] === undefined)
          throw new Refusal(400, 'version_missing', 'Which version?');
        return super.serve(call);
      }
    },
  },
  {
    name: 'other-path-for-pets',
    breaks: '4',
    difference: 'The operations are at /animals instead of /pets.',
    service: class extends Service {
      protected override async serve(call: Call) {
        if (call.operation !== undefined) throw notFound();
        return super.serve(call);
      }
    },
  },
  {
    name: 'creations-at-another-path',
    breaks: '4.2',
    difference: 'A pet is created at /pets/new; POST /pets is not there.',
    service: class extends Service {
      protected override async serve(call: Call) {
        if (call.path === '/pets/new' && call.method === 'POST') return super.create(call);
        if (call.operation === 'createPet') throw notFound();
        return super.serve(call);
      }
    },
  },
  {
    name: 'every-tenth-answer-fails',
    breaks: '4',
    difference: 'Every tenth call that is allowed fails with 503.',
    service: class extends Service {
      #calls = 0;

      protected override async serve(call: Call) {
        this.#calls += 1;
        if (this.#calls % 10 === 0)
          throw new Refusal(503, 'unavailable', 'The service is being restarted.');
        return super.serve(call);
      }
    },
  },
  {
    name: 'one-answer-in-a-million-fails',
    breaks: '4',
    difference: 'One answer in a million is lost.',
    service: class extends Service {
      override async answer(call: Call) {
        if (Math.random() < 1e-6) throw new Error('lost');
        return super.answer(call);
      }
    },
    detectable: false,
    reason: 'Nobody sends a million calls for a verdict.',
  },
  {
    name: 'ids-start-anew-after-10000',
    breaks: '2',
    difference: 'After 10,000 creations ids start anew.',
    service: class extends Service {
      #created = 0;

      protected override nextId() {
        this.#created += 1;
        return BigInt(30 + (this.#created % 10_000 || 10_000));
      }
    },
    detectable: false,
    reason: 'It takes more creations than anyone may make at an address that is in use.',
  },
  {
    name: 'success-shape-under-an-error-status',
    breaks: '4',
    difference: 'Lists and pets come as they should, but always with status 500.',
    service: class extends Service {
      override async answer(call: Call) {
        const answer = await super.answer(call);
        return isGood(answer) ? { ...answer, status: 500 } : answer;
      }
    },
  },
];
