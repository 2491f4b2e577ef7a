import { type Answer, badRequest, type Call } from '../call.js';
import {
  answering,
  breaking,
  changing,
  isGoodOf,
  refusingCalls,
  rowsOf,
  sending,
  withBody,
  writing,
} from '../variant.js';

const html = (answer: Answer, page: string) => withBody(answer, page, 'text/html');

/** Changes answers unless the request accepts JSON and nothing else. */
const negotiating = (change: (answer: Answer) => Answer) =>
  answering((answer, { headers }) =>
    headers.accept?.startsWith('application/json') ? answer : change(answer),
  );

/** Shows a table to browsers. */
const toBrowsers = (isBrowser: (headers: Call['headers']) => boolean) =>
  answering((answer, { headers }) => (isBrowser(headers) ? html(answer, '<table>') : answer));

const notAcceptable = {
  status: 406,
  headers: { 'Content-Type': 'application/json' },
  body: '{"code":"not_acceptable","message":"Accept application/json.","status":406}',
};

/** What is sent isn't JSON, or doesn't say that it is. */
export const section1 = breaking('1', {
  'A list is an HTML page.': answering((answer, call) =>
    isGoodOf('listPets', answer, call)
      ? html(answer, '<!DOCTYPE html><html><body><h1>Our pets</h1></body></html>')
      : answer,
  ),
  ...rowsOf('JSON is put together by hand:', writing, {
    'a quote in a name ends the string': (text) => text.replaceAll('\\"', '"'),
    'a line break in a name is written as it is': (text) => text.replaceAll('\\n', '\n'),
  }),
  'JSON starts with a byte order mark, which comes from a source file.': answering((answer) =>
    withBody(answer, `\ufeff${answer.body}`),
  ),
  'A body is refused with 400 when its name does not come first.': changing(
    'fieldsOf',
    (plain, call) => {
      const fields = plain(call);
      if (Object.keys(fields).indexOf('name') > 0) throw badRequest('name must come first.');
      return fields;
    },
  ),
  ...rowsOf('Unless a request accepts application/json alone,', negotiating, {
    'it is refused with 406': () => notAcceptable,
    'it is redirected for want of a key': (answer) =>
      answer.status === 401 ? { status: 302, headers: { Location: '/login' }, body: '' } : answer,
    'it is redirected for an invalid body': (answer) =>
      answer.status === 400 ? { status: 302, headers: { Location: '/' }, body: '' } : answer,
  }),
  ...rowsOf('A list is an HTML page', toBrowsers, {
    'if the request accepts HTML first': ({ accept }) => /^text\/html/.test(`${accept}`),
    'for the User-Agent of a browser': (headers) => /^Mozilla/.test(`${headers['user-agent']}`),
  }),
  ...rowsOf(
    'A list is refused with 400',
    (isOdd: (headers: Call['headers']) => boolean) =>
      refusingCalls(({ operation, headers }) =>
        operation === 'listPets' && isOdd(headers) ? badRequest('The request is odd.') : undefined,
      ),
    {
      'for a Content-Type without a body': (headers) => headers['content-type'] !== undefined,
      'for If-Modified-Since': (headers) => headers['if-modified-since'] !== undefined,
    },
  ),
  'Content-Length counts characters, so a name beyond ASCII cuts the end of the JSON.': sending(
    (response, { status, headers, body }) => {
      response
        .writeHead(status, { ...headers, 'Content-Length': `${body}`.length })
        .end(Buffer.from(body).subarray(0, `${body}`.length));
    },
  ),
});
