import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, breaking, isGood, withBody } from '../variant.js';

/** Refuses unusual queries in a way of its own. */
const queryErrors = (concerns: (call: Call) => boolean, body: string, type?: string) =>
  class extends Service {
    protected override async list(call: Call) {
      if (!concerns(call)) return super.list(call);
      return withBody(this.refused(new Refusal(422, 'invalid', '-'), call), body, type);
    }
  };

const hasOddLimit = ({ query }: Call) => !/^([1-9]\d?|100)$/.test(query.get('limit') ?? '20');

const accepts = ({ headers }: Call) => headers.accept ?? '*/*';

/** Changes answers unless the request accepts JSON and nothing else. */
const negotiating = (change: (answer: Answer, call: Call) => Answer) =>
  answering((answer, call) =>
    accepts(call).startsWith('application/json') ? answer : change(answer, call),
  );

/** Errors that a framework renders, and answers that it negotiates. */
export const frameworkErrors: readonly BrokenVariant[] = [
  ...breaking('7', {
    'limit-refused-as-the-framework-does': [
      'A limit out of range is refused with 422 and {"detail": [...]}.',
      queryErrors(hasOddLimit, '{"detail":[{"loc":["query","limit"]}]}'),
    ],
    'limit-of-letters-refused-in-html': [
      'A limit that is not a number is refused with an HTML page.',
      queryErrors(
        ({ query }) => /[a-z]/.test(query.get('limit') ?? ''),
        '<h1>Bad Request</h1>',
        'text/html',
      ),
    ],
    'filter-refused-as-the-framework-does': [
      'An unknown status in the query is refused with timestamp, error and path.',
      queryErrors(
        ({ query }) => !['available', 'pending', 'sold'].includes(query.get('status') ?? 'sold'),
        '{"timestamp":"2030-01-01T00:00:00Z","status":422,"error":"-","path":"/v1/pets"}',
      ),
    ],
    'repeated-limit-refused-in-html': [
      'A limit that occurs twice is refused with an HTML page: it is read as an array.',
      queryErrors(
        ({ query }) => query.getAll('limit').length > 1,
        '<pre>TypeError: limit.trim is not a function</pre>',
        'text/html',
      ),
    ],
    'nested-parameters-refused-in-html': [
      'A parameter with brackets is refused with an HTML page.',
      queryErrors(
        ({ query }) => [...query.keys()].some((name) => name.includes('[')),
        '<h1>TypeError</h1>',
        'text/html',
      ),
    ],
  }),
  ...breaking('1', {
    'byte-order-mark': [
      'JSON starts with a byte order mark, which comes from a source file.',
      answering((answer) => withBody(answer, `\ufeff${answer.body}`)),
    ],
    'errors-in-html-unless-json-is-asked-for': [
      'Errors are HTML pages unless the request accepts application/json alone.',
      negotiating((answer) =>
        isGood(answer) ? answer : withBody(answer, '<h1>Error</h1>', 'text/html'),
      ),
    ],
  }),
  ...breaking('5', {
    'login-page-unless-json-is-asked-for': [
      'Without a key a request is redirected unless it accepts application/json alone.',
      negotiating((answer) =>
        answer.status === 401 ? { status: 302, headers: { Location: '/login' }, body: '' } : answer,
      ),
    ],
  }),
  ...breaking('4.2', {
    'refusals-redirected-unless-json-is-asked-for': [
      'An invalid body is redirected back unless the request accepts JSON alone.',
      negotiating((answer) =>
        answer.status === 400 ? { status: 302, headers: { Location: '/' }, body: '' } : answer,
      ),
    ],
  }),
  ...breaking('1', {
    'xml-unless-json-is-asked-for': [
      'Pets are XML unless the request accepts application/json alone.',
      negotiating((answer) =>
        isGood(answer) ? withBody(answer, '<pets/>', 'application/xml') : answer,
      ),
    ],
    'nothing-unless-json-is-asked-for': [
      'Requests that do not name application/json as accepted are refused with 406.',
      negotiating(() => ({
        status: 406,
        headers: { 'Content-Type': 'application/json' },
        body: '{"code":"not_acceptable","message":"Accept application/json.","status":406}',
      })),
    ],
  }),
];
