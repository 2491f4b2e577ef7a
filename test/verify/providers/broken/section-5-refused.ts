import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking, withBody } from '../variant.js';

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
export const section5Refused: readonly BrokenVariant[] = breaking('5', {
  'no-key-is-403': ['A missing or wrong key is refused with 403.', withStatus(() => 403)],
  'wrong-key-is-403': [
    'A wrong key is refused with 403, a missing one with 401.',
    withStatus((call) => (call.headers.authorization === undefined ? 401 : 403)),
  ],
  'missing-key-is-400': [
    'A missing key is refused with 400, a wrong one with 401.',
    withStatus((call) => (call.headers.authorization === undefined ? 400 : 401)),
  ],
  'malformed-key-is-500': [
    'An Authorization header without a second word fails with 500.',
    withStatus(({ headers }) => (/^\S+$/.test(headers.authorization ?? ' ') ? 500 : 401)),
  ],
  'other-scheme-is-400': [
    'Another scheme than Bearer is refused with 400.',
    withStatus(({ headers }) => (/^(?!Bearer)\S+ /.test(headers.authorization ?? '') ? 400 : 401)),
  ],
  'pet-without-key-is-404': [
    'Reading a pet without the key is answered with 404, to hide what there is.',
    withStatus((call) => (call.operation === 'getPet' ? 404 : 401)),
  ],
  'list-without-key-is-empty': [
    'A list without the key is answered with 200 and no pets.',
    unauthorized((answer, call) =>
      call.operation === 'listPets'
        ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: '[]' }
        : answer,
    ),
  ],
  'no-key-leads-to-a-login': [
    'A call without the key is redirected to a login page.',
    unauthorized(() => ({ status: 302, headers: { Location: '/login' }, body: '' })),
  ],
  'no-key-has-no-body': [
    'A missing or wrong key is refused with 401 and no body.',
    unauthorized((answer) => withBody(answer, '')),
  ],
  'no-key-is-html': [
    'A missing or wrong key is refused with 401 and an HTML page of the gateway.',
    unauthorized((answer) =>
      withBody(answer, '<html><h1>401 Authorization Required</h1></html>', 'text/html'),
    ),
  ],
  'wrong-key-is-the-gateways-error': [
    'A wrong key is refused with 401 and {"message": "Unauthorized"}.',
    unauthorized((answer, call) =>
      call.headers.authorization === undefined
        ? answer
        : withBody(answer, '{"message":"Unauthorized"}'),
    ),
  ],
});
