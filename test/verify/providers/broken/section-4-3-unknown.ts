import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, sending } from '../variant.js';

/** Answers in another way where the pet isn't found. */
const missing = (change: (answer: Answer) => Answer) =>
  class extends Service {
    protected override refused(refusal: Refusal, call: Call) {
      const answer = super.refused(refusal, call);
      return refusal.status === 404 && call.operation === 'getPet' ? change(answer) : answer;
    }
  };

const withStatus = (status: number, code: string) =>
  class extends Service {
    protected override refused(refusal: Refusal, call: Call) {
      const other = new Refusal(status, code, refusal.message);
      const isMissing = refusal.status === 404 && call.operation === 'getPet';
      return super.refused(isMissing ? other : refusal, call);
    }
  };

const good = (body: string) => missing((answer) => ({ ...answer, status: 200, body }));

/** A pet that there isn't: 404 and an Error. */
export const section43Unknown: readonly BrokenVariant[] = breaking('4.3', {
  'unknown-pet-is-null': ['An unknown pet is answered with 200 and null.', good('null')],
  'unknown-pet-is-empty-object': ['An unknown pet is answered with 200 and {}.', good('{}')],
  'unknown-pet-is-empty-list': ['An unknown pet is answered with 200 and [].', good('[]')],
  'unknown-pet-is-empty-body': ['An unknown pet is answered with 200 and no body.', good('')],
  'unknown-pet-is-blank': [
    'An unknown pet is answered with 200 and a pet of empty fields.',
    good('{"id":0,"name":"","categoryId":0}'),
  ],
  'unknown-pet-is-error-with-200': [
    'An unknown pet is answered with the Error body of 404, but with HTTP status 200.',
    missing((answer) => ({ ...answer, status: 200 })),
  ],
  'unknown-pet-is-204': [
    'An unknown pet is answered with 204.',
    missing(() => ({ status: 204, headers: {}, body: '' })),
  ],
  'unknown-pet-is-400': ['An unknown pet is answered with 400.', withStatus(400, 'no_such_pet')],
  'unknown-pet-is-410': ['An unknown pet is answered with 410.', withStatus(410, 'gone')],
  'unknown-pet-is-500': ['An unknown pet fails with 500.', withStatus(500, 'internal_error')],
  'unknown-pet-is-403': ['An unknown pet is answered with 403.', withStatus(403, 'forbidden')],
  'unknown-pet-never-answered': [
    'An unknown pet is never answered.',
    sending((_response, answer, call, plain) => {
      if (answer.status !== 404 || call.operation !== 'getPet') plain();
    }),
  ],
});
