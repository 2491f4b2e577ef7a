import { gzipSync } from 'node:zlib';
import { type Answer, type Call, Refusal } from '../call.js';
import { answering, changing, isGood, permitting, sending } from '../variant.js';

const withHeaders = (headersOf: (answer: Answer, call: Call) => Answer['headers']) =>
  answering((answer, call) => ({
    ...answer,
    headers: { ...answer.headers, ...headersOf(answer, call) },
  }));

/** Everything that HTTP leaves to a server. */
export const legalHttp = permitting({
  'Answers are sent in chunks, without a Content-Length.': sending((response, answer) => {
    response.writeHead(answer.status, answer.headers);
    const body = Buffer.from(answer.body);
    response.write(body.subarray(0, 1));
    response.end(body.subarray(1));
  }),
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
  'Every answer closes its connection and says so.': withHeaders(() => ({ Connection: 'close' })),
  'An interim answer 103 comes before every answer.': sending((response, _answer, _call, plain) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    plain();
  }),
  'The status line has a reason phrase of its own.': sending((response, _answer, _call, plain) => {
    response.statusMessage = 'As You Wish';
    plain();
  }),
  'Answers have no Date header.': sending((response, _answer, _call, plain) => {
    response.sendDate = false;
    plain();
  }),
  'Answers have many headers of a gateway, and two cookies.': withHeaders(() => ({
    Server: 'gateway/9.1',
    Via: '1.1 edge',
    'X-Request-Id': 'b7f3',
    'X-RateLimit-Remaining': '99',
    'Strict-Transport-Security': 'max-age=63072000',
    'Set-Cookie': ['session=abc; HttpOnly', 'edge=7; Path=/'],
  })),
  'A creation has a Location header.': withHeaders((answer, call) => {
    const id = /"id":(-?\d+)/.exec(`${answer.body}`)?.[1];
    return call.operation === 'createPet' && isGood(answer) ? { Location: `/v1/pets/${id}` } : {};
  }),
  'Good answers have an ETag and may be cached for a minute.': withHeaders((answer) =>
    isGood(answer)
      ? { ETag: `"${answer.body.length}"`, 'Cache-Control': 'private, max-age=60' }
      : {},
  ),
  'Reading a pet has the headers Deprecation, Sunset, Link and Warning.': withHeaders(
    (_answer, call) =>
      call.operation === 'getPet'
        ? {
            Deprecation: '@1735689600',
            Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
            Link: '</v1/pets>; rel="successor-version"',
            Warning: '299 - "Deprecated"',
          }
        : {},
  ),
  'Every origin may call; OPTIONS is answered with 204 and needs no key.': changing(
    'answer',
    async (plain, call) => {
      const cors = {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': 'Authorization, Content-Type',
      };
      if (call.method === 'OPTIONS') return { status: 204, headers: cors, body: '' };
      const answer = await plain(call);
      return { ...answer, headers: { ...answer.headers, ...cors } };
    },
  ),
  'HEAD is answered with 405.': changing('serve', async (plain, call) => {
    if (call.method !== 'HEAD') return plain(call);
    throw new Refusal(405, 'method_not_allowed', 'There is no HEAD.', { Allow: 'GET, POST' });
  }),
});
