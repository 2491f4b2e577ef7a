import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Answer, Call } from '../call.js';
import { answering, permitting, sending, showingErrors, withBody, writing } from '../variant.js';

/** Closes what is idle for 20 ms, without saying so. */
const impatient = sending((response, _answer, _call, plain) => {
  const { socket } = response as unknown as { socket: { server: Server } };
  socket.server.keepAliveTimeout = 20;
  response.setHeader('Connection', 'keep-alive');
  plain();
});

const withHeaders = (headersOf: (call: Call) => Answer['headers']) =>
  answering((answer, call) => ({ ...answer, headers: { ...answer.headers, ...headersOf(call) } }));

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
  'Each answer has Connection: close.': withHeaders(() => ({ Connection: 'close' })),
  'Each answer has two cookies, which are ignored beside a valid key.': withHeaders((call) => ({
    'Set-Cookie': ['edge=7; HttpOnly', `session=${call.headers.cookie ?? 'new'}; Path=/`],
  })),
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
});

export const legalResponses = [...http, ...json];
