import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { CountingIds, permitting } from '../variant.js';

const slow = (millisecondsOf: (call: Call) => number) =>
  class extends Service {
    override async answer(call: Call) {
      await this.wait(millisecondsOf(call));
      return super.answer(call);
    }
  };

/** Where a service is, how fast it is, and what else it has. */
export const legalDeployment = permitting({
  'The address ends in /api/animals/v1.': class extends Service {
    override readonly base = '/api/animals/v1';
  },
  'The address has the name localhost instead of a number.': class extends Service {
    override readonly host = 'localhost';
  },
  'Every answer takes 50 ms.': slow(() => 50),
  'A creation takes 300 ms.': slow((call) => (call.operation === 'createPet' ? 300 : 0)),
  'Every 25th call is answered with 429 and Retry-After: 1, and does nothing.': class extends Service {
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
  'There is GET /store/orders too.': class extends Service {
    override async serve(call: Call) {
      return call.path === '/store/orders' && call.method === 'GET'
        ? this.reply(200, { orders: [] }, call)
        : super.serve(call);
    }
  },
  'A pet can be deleted, too.': class extends CountingIds {
    override async serve(call: Call): Promise<Answer> {
      const pet = call.method === 'DELETE' ? this.find(call.petId) : undefined;
      if (pet === undefined) return super.serve(call);
      this.pets = this.pets.filter((other) => other !== pet);
      return { status: 204, headers: {}, body: '' };
    }
  },
});
