import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, withBody } from '../variant.js';

/** Another answer where the key is missing or invalid. */
const unauthorized = (change: (answer: Answer, call: Call) => Answer) =>
  class extends Service {
    protected override refused(refusal: Refusal, call: Call) {
      const answer = super.refused(refusal, call);
      return refusal.status === 401 ? change(answer, call) : answer;
    }
  };

const withStatus = (statusOf: (call: Call) => number) =>
  class extends Service {
    protected override refused(refusal: Refusal, call: Call) {
      const status = refusal.status === 401 ? statusOf(call) : 401;
      if (status === 401) return super.refused(refusal, call);
      return super.refused(new Refusal(status, refusal.code, refusal.message), call);
    }
  };

/** A missing or invalid key is refused with 401 and an Error. */
export const section5Refused: readonly BrokenVariant[] = [
  {
    name: 'no-key-is-403',
    breaks: '5',
    difference: 'A missing or wrong key is refused with 403.',
    service: withStatus(() => 403),
  },
  {
    name: 'wrong-key-is-403',
    breaks: '5',
    difference: 'A wrong key is refused with 403, a missing one with 401.',
    service: withStatus((call) => (call.headers.authorization === undefined ? 401 : 403)),
  },
  {
    name: 'missing-key-is-400',
    breaks: '5',
    difference: 'A missing key is refused with 400, a wrong one with 401.',
    service: withStatus((call) => (call.headers.authorization === undefined ? 400 : 401)),
  },
  {
    name: 'malformed-key-is-500',
    breaks: '5',
    difference: 'An Authorization header without a second word fails with 500.',
    service: withStatus(({ headers }) => (/^\S+$/.test(headers.authorization ?? ' ') ? 500 : 401)),
  },
  {
    name: 'other-scheme-is-400',
    breaks: '5',
    difference: 'Another scheme than Bearer is refused with 400.',
    service: withStatus(({ headers }) =>
      /^(?!Bearer)\S+ /.test(headers.authorization ?? '') ? 400 : 401,
    ),
  },
  {
    name: 'pet-without-key-is-404',
    breaks: '5',
    difference: 'Reading a pet without the key is answered with 404, to hide what there is.',
    service: withStatus((call) => (call.operation === 'getPet' ? 404 : 401)),
  },
  {
    name: 'list-without-key-is-empty',
    breaks: '5',
    difference: 'A list without the key is answered with 200 and no pets.',
    service: unauthorized((answer, call) =>
      call.operation === 'listPets'
        ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: '[]' }
        : answer,
    ),
  },
  {
    name: 'no-key-leads-to-a-login',
    breaks: '5',
    difference: 'A call without the key is redirected to a login page.',
    service: unauthorized(() => ({ status: 302, headers: { Location: '/login' }, body: '' })),
  },
  {
    name: 'no-key-has-no-body',
    breaks: '5',
    difference: 'A missing or wrong key is refused with 401 and no body.',
    service: unauthorized((answer) => withBody(answer, '')),
  },
  {
    name: 'no-key-is-html',
    breaks: '5',
    difference: 'A missing or wrong key is refused with 401 and an HTML page of the gateway.',
    service: unauthorized((answer) =>
      withBody(answer, '<html><h1>401 Authorization Required</h1></html>', 'text/html'),
    ),
  },
  {
    name: 'wrong-key-is-the-gateways-error',
    breaks: '5',
    difference: 'A wrong key is refused with 401 and {"message": "Unauthorized"}.',
    service: unauthorized((answer, call) =>
      call.headers.authorization === undefined
        ? answer
        : withBody(answer, '{"message":"Unauthorized"}'),
    ),
  },
];
