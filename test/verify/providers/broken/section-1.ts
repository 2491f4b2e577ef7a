import { type Answer, badRequest, type Call } from '../call.js';
import {
  answering,
  breaking,
  changing,
  isGood,
  isGoodOf,
  rewriting,
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

const notAcceptable = {
  status: 406,
  headers: { 'Content-Type': 'application/json' },
  body: '{"code":"not_acceptable","message":"Accept application/json.","status":406}',
};

/** Changes the text of a list that is longer than a buffer. */
const beyond = (kibi: number, change: (body: Buffer, size: number) => string | Buffer) =>
  answering((answer, call) => {
    const body = Buffer.from(answer.body);
    const isLong = isGoodOf('listPets', answer, call) && body.length > kibi * 1_024;
    return isLong ? withBody(answer, change(body, kibi * 1_024)) : answer;
  });

/** Decodes a text piece by piece, so that letters at the borders are lost. */
const inPieces = (body: Buffer, size: number) =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
    body.subarray(index * size, (index + 1) * size).toString(),
  ).join('');

/** What is sent isn't JSON, or doesn't say that it is. */
export const section1 = breaking('1', {
  'A list is an HTML page.': answering((answer, call) =>
    isGoodOf('listPets', answer, call)
      ? html(answer, '<!DOCTYPE html><html><body><h1>Our pets</h1></body></html>')
      : answer,
  ),
  ...rowsOf('A list', (change: (text: string) => string) => rewriting('listPets', change), {
    'has one JSON object a line and no brackets': (text) =>
      text.slice(1, -1).replaceAll('},{', '}\n{'),
    'is followed by an HTML comment of the cache': (text) => `${text}\n<!-- from cache -->`,
  }),
  ...rowsOf('JSON is put together by hand:', writing, {
    'a quote in a name ends the string': (text) => text.replaceAll('\\"', '"'),
    'a backslash in a name is not escaped': (text) => text.replaceAll('\\\\', '\\'),
    'a line break in a name is written as it is': (text) => text.replaceAll('\\n', '\n'),
  }),
  'JSON starts with a byte order mark, which comes from a source file.': answering((answer) =>
    withBody(answer, `\ufeff${answer.body}`),
  ),
  'JSON is sent in Latin-1 instead of UTF-8.': answering((answer) =>
    withBody(answer, Buffer.from(`${answer.body}`, 'latin1')),
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
    'errors are HTML pages': (answer) => (isGood(answer) ? answer : html(answer, '<h1>Error</h1>')),
    'pets are XML': (answer) =>
      isGood(answer) ? withBody(answer, '<pets/>', 'application/xml') : answer,
    'it is refused with 406': () => notAcceptable,
    'it is redirected for want of a key': (answer) =>
      answer.status === 401 ? { status: 302, headers: { Location: '/login' }, body: '' } : answer,
    'it is redirected for an invalid body': (answer) =>
      answer.status === 400 ? { status: 302, headers: { Location: '/' }, body: '' } : answer,
  }),
  'A list of more than 8 KiB is empty.': beyond(8, () => '[]'),
  'A list of more than 16 KiB loses letters where one buffer ends.': beyond(16, inPieces),
  'A list of more than 64 KiB is cut off.': beyond(64, (body) => body.subarray(0, 65_535)),
});

type Response = Parameters<Parameters<typeof sending>[0]>[0];

/** Sends the good lists in another way. */
const sendingLists = (send: (response: Response, answer: Answer, body: Buffer) => void) =>
  sending((response, answer, call, plain) =>
    isGoodOf('listPets', answer, call) ? send(response, answer, Buffer.from(answer.body)) : plain(),
  );

/** Never answers what this is true of. */
const silent = (isLost: (answer: Answer, call: Call) => boolean) =>
  sending((_response, answer, call, plain) => {
    if (!isLost(answer, call)) plain();
  });

/** Answers that don't arrive, or not whole. */
export const section1Wire = [
  ...breaking('1', {
    'Content-Length counts characters, so a name beyond ASCII cuts the end of the JSON.': sending(
      (response, { status, headers, body }) => {
        response
          .writeHead(status, { ...headers, 'Content-Length': `${body}`.length })
          .end(Buffer.from(body).subarray(0, `${body}`.length));
      },
    ),
    'The connection is closed in the middle of a list.': sendingLists((response, answer, body) => {
      response.writeHead(answer.status, { ...answer.headers, 'Content-Length': body.length });
      response.write(body.subarray(0, body.length / 2), () => response.destroy());
    }),
  }),
  ...breaking('4.1', {
    'A list starts and never ends.': sendingLists((response, answer, body) => {
      response.writeHead(answer.status, { ...answer.headers }).write(body.subarray(0, 40));
    }),
    'A list is a megabyte of something else.': sendingLists((response, answer) => {
      response.writeHead(200, answer.headers).end(Buffer.alloc(1_000_000, '\u0007garbage '));
    }),
  }),
  ...breaking('4.2', {
    'A pet is created, but never answered.': silent((answer) => answer.status === 201),
  }),
  ...breaking('4.3', {
    'Reading a pet closes the connection without an answer.': sending(
      (response, answer, call, plain) =>
        isGoodOf('getPet', answer, call) ? response.destroy() : plain(),
    ),
    'An unknown pet is never answered.': silent(
      (answer, call) => answer.status === 404 && call.operation === 'getPet',
    ),
  }),
];
