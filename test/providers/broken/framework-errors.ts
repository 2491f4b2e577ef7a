import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, isGood, withBody } from '../variant.js';

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
  {
    name: 'limit-refused-as-the-framework-does',
    breaks: '7',
    difference: 'A limit out of range is refused with 422 and {"detail": [...]}.',
    service: queryErrors(hasOddLimit, '{"detail":[{"loc":["query","limit"]}]}'),
  },
  {
    name: 'limit-of-letters-refused-in-html',
    breaks: '7',
    difference: 'A limit that is not a number is refused with an HTML page.',
    service: queryErrors(
      ({ query }) => /[a-z]/.test(query.get('limit') ?? ''),
      '<h1>Bad Request</h1>',
      'text/html',
    ),
  },
  {
    name: 'filter-refused-as-the-framework-does',
    breaks: '7',
    difference: 'An unknown status in the query is refused with timestamp, error and path.',
    service: queryErrors(
      ({ query }) => !['available', 'pending', 'sold'].includes(query.get('status') ?? 'sold'),
      '{"timestamp":"2030-01-01T00:00:00Z","status":422,"error":"-","path":"/v1/pets"}',
    ),
  },
  {
    name: 'repeated-limit-refused-in-html',
    breaks: '7',
    difference: 'A limit that occurs twice is refused with an HTML page: it is read as an array.',
    service: queryErrors(
      ({ query }) => query.getAll('limit').length > 1,
      '<pre>TypeError: limit.trim is not a function</pre>',
      'text/html',
    ),
  },
  {
    name: 'nested-parameters-refused-in-html',
    breaks: '7',
    difference: 'A parameter with brackets is refused with an HTML page.',
    service: queryErrors(
      ({ query }) => [...query.keys()].some((name) => name.includes('[')),
      '<h1>TypeError</h1>',
      'text/html',
    ),
  },
  {
    name: 'byte-order-mark',
    breaks: '1',
    difference: 'JSON starts with a byte order mark, which comes from a source file.',
    service: answering((answer) => withBody(answer, `\ufeff${answer.body}`)),
  },
  {
    name: 'errors-in-html-unless-json-is-asked-for',
    breaks: '1',
    difference: 'Errors are HTML pages unless the request accepts application/json alone.',
    service: negotiating((answer) =>
      isGood(answer) ? answer : withBody(answer, '<h1>Error</h1>', 'text/html'),
    ),
  },
  {
    name: 'login-page-unless-json-is-asked-for',
    breaks: '5',
    difference: 'Without a key a request is redirected unless it accepts application/json alone.',
    service: negotiating((answer) =>
      answer.status === 401 ? { status: 302, headers: { Location: '/login' }, body: '' } : answer,
    ),
  },
  {
    name: 'refusals-redirected-unless-json-is-asked-for',
    breaks: '4.2',
    difference: 'An invalid body is redirected back unless the request accepts JSON alone.',
    service: negotiating((answer) =>
      answer.status === 400 ? { status: 302, headers: { Location: '/' }, body: '' } : answer,
    ),
  },
  {
    name: 'xml-unless-json-is-asked-for',
    breaks: '1',
    difference: 'Pets are XML unless the request accepts application/json alone.',
    service: negotiating((answer) =>
      isGood(answer) ? withBody(answer, '<pets/>', 'application/xml') : answer,
    ),
  },
  {
    name: 'nothing-unless-json-is-asked-for',
    breaks: '1',
    difference: 'Requests that do not name application/json as accepted are refused with 406.',
    service: negotiating(() => ({
      status: 406,
      headers: { 'Content-Type': 'application/json' },
      body: '{"code":"not_acceptable","message":"Accept application/json.","status":406}',
    })),
  },
];
