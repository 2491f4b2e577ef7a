import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, sending } from '../variant.js';

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
export const section43Unknown: readonly BrokenVariant[] = [
  {
    name: 'unknown-pet-is-null',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 200 and null.',
    service: good('null'),
  },
  {
    name: 'unknown-pet-is-empty-object',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 200 and {}.',
    service: good('{}'),
  },
  {
    name: 'unknown-pet-is-empty-list',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 200 and [].',
    service: good('[]'),
  },
  {
    name: 'unknown-pet-is-empty-body',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 200 and no body.',
    service: good(''),
  },
  {
    name: 'unknown-pet-is-blank',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 200 and a pet of empty fields.',
    service: good('{"id":0,"name":"","categoryId":0}'),
  },
  {
    name: 'unknown-pet-is-error-with-200',
    breaks: '4.3',
    difference: 'An unknown pet is answered with the Error body of 404, but with HTTP status 200.',
    service: missing((answer) => ({ ...answer, status: 200 })),
  },
  {
    name: 'unknown-pet-is-204',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 204.',
    service: missing(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'unknown-pet-is-400',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 400.',
    service: withStatus(400, 'no_such_pet'),
  },
  {
    name: 'unknown-pet-is-410',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 410.',
    service: withStatus(410, 'gone'),
  },
  {
    name: 'unknown-pet-is-500',
    breaks: '4.3',
    difference: 'An unknown pet fails with 500.',
    service: withStatus(500, 'internal_error'),
  },
  {
    name: 'unknown-pet-is-403',
    breaks: '4.3',
    difference: 'An unknown pet is answered with 403.',
    service: withStatus(403, 'forbidden'),
  },
  {
    name: 'unknown-pet-never-answered',
    breaks: '4.3',
    difference: 'An unknown pet is never answered.',
    service: sending((_response, answer, call, plain) => {
      if (answer.status !== 404 || call.operation !== 'getPet') plain();
    }),
  },
];
