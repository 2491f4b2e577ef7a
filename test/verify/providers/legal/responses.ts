import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer } from '../call.js';
import {
  answering,
  permitting,
  rowsOf,
  sending,
  showing,
  showingErrors,
  withBody,
  writing,
} from '../variant.js';

/** Closes what is idle for 20 ms, without saying so. */
const impatient = sending((response, _answer, _call, plain) => {
  const { socket } = response as unknown as { socket: { server: Server } };
  socket.server.keepAliveTimeout = 20;
  response.setHeader('Connection', 'keep-alive');
  plain();
});

const withHeaders = (headersOf: Answer['headers']) =>
  answering((answer) => ({ ...answer, headers: { ...answer.headers, ...headersOf } }));

/** Everything that HTTP leaves to a server. */
const http = permitting({
  'Answers are sent in many small chunks that cut characters in two.': sending(
    (response, answer) => {
      response.writeHead(answer.status, answer.headers);
      const body = Buffer.from(answer.body);
      for (let start = 0; start < body.length; start += 7)
        response.write(body.subarray(start, start + 7));
      response.end();
    },
  ),
  'Answers are compressed where the request accepts it.': sending(
    (response, answer, call, plain) => {
      if (!/\bgzip\b/.test(`${call.headers['accept-encoding']}`)) return plain();
      const headers = { ...answer.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };
      response.writeHead(answer.status, headers).end(gzipSync(answer.body));
    },
  ),
  'An interim answer 103 comes before every answer.': sending((response, _answer, _call, plain) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    plain();
  }),
  'A connection that is idle for 20 ms is closed.': impatient,
  'The connection is closed after an error, and the answer does not say so.': sending(
    (response, answer, _call, plain) => {
      const { socket } = response;
      plain();
      if (answer.status >= 400) setImmediate(() => socket?.destroySoon());
    },
  ),
  'A body of more than 64 KiB closes the connection.': sending((response, _answer, call, plain) => {
    if (call.body.length > 65_536) response.destroy();
    else plain();
  }),
  ...rowsOf('Each answer has', withHeaders, {
    'Connection: close': { Connection: 'close' },
    'headers of a gateway, and two cookies': {
      Via: '1.1 edge',
      'X-RateLimit-Remaining': '99',
      'Set-Cookie': ['session=abc; HttpOnly', 'edge=7; Path=/'],
    },
  }),
  'Each answer has a cookie, which is ignored beside a valid key.': answering((answer, call) => {
    const cookie = `session=${call.headers.cookie ?? 'new'}; Path=/`;
    return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie } };
  }),
});

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** JSON may be written in many ways, and may have more than the document names. */
const json = permitting({
  'The content type is Application/JSON;Charset="UTF-8".': answering((answer) =>
    withBody(answer, answer.body, 'Application/JSON;Charset="UTF-8"'),
  ),
  'JSON starts with blank lines and ends with a line break.': writing((text) => `\r\n\t ${text}\n`),
  'Every letter of a string is written as an escape, in member names too.': writing((text) =>
    text.replace(/"(?:[^"\\]|\\.)*"/g, (string) =>
      string.replace(/\\u[0-9a-f]{4}|\\.|[a-z]/gi, (part) =>
        part.length === 1 ? escaped(part) : part,
      ),
    ),
  ),
  'Pets have more fields: times, tags, links, a category object, a null.': showing((pet) => ({
    ...pet,
    createdAt: '2030-01-01T00:00:00Z',
    tags: ['dog', null],
    owner: null,
    price: 12.5,
    category: { id: pet.categoryId, name: 'Dogs' },
    _links: { self: { href: `/v1/pets/${pet.id}` } },
  })),
  'Errors have more fields: a request id, details, a link, a nested error.': showingErrors(
    (error, call) => ({
      ...error,
      requestId: 'b7f3',
      path: call.path,
      details: [{ field: 'name', message: 'must be a string', value: null }],
      error: { ...error },
    }),
  ),
  'The code and the message of an error are empty.': showingErrors((error) => ({
    ...error,
    code: '',
    message: '',
  })),
  'The message of an error is in Polish, long, and different each time.': showingErrors(
    (error) => ({
      ...error,
      message: `Żądanie odrzucono 🐾 (${Math.random()}). ${'Proszę spróbować inaczej. '.repeat(40)}`,
    }),
  ),
});

export const legalResponses = [...http, ...json];
