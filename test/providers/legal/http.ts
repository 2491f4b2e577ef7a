import { gzipSync } from 'node:zlib';
import { type Answer, type Call, Refusal } from '../call.js';
import { Service } from '../service.js';
import { answering, isGood, type LegalVariant, sending } from '../variant.js';

const withHeaders = (headersOf: (answer: Answer, call: Call) => Answer['headers']) =>
  answering((answer, call) => ({
    ...answer,
    headers: { ...answer.headers, ...headersOf(answer, call) },
  }));

/** Everything that HTTP leaves to a server. */
export const legalHttp: readonly LegalVariant[] = [
  {
    name: 'chunked-answers',
    permittedBy: '1',
    difference: 'Answers are sent in chunks, without a Content-Length.',
    service: sending((response, answer) => {
      response.writeHead(answer.status, answer.headers);
      const body = Buffer.from(answer.body);
      response.write(body.subarray(0, 1));
      response.end(body.subarray(1));
    }),
  },
  {
    name: 'dribbled-answers',
    permittedBy: '1',
    difference: 'Answers are sent in many small chunks that cut characters in two.',
    service: sending((response, answer) => {
      response.writeHead(answer.status, answer.headers);
      const body = Buffer.from(answer.body);
      for (let start = 0; start < body.length; start += 7)
        response.write(body.subarray(start, start + 7));
      response.end();
    }),
  },
  {
    name: 'gzip-where-allowed',
    permittedBy: '1',
    difference: 'Answers are compressed where the request accepts it.',
    service: sending((response, answer, call, plain) => {
      if (!/\bgzip\b/.test(`${call.headers['accept-encoding']}`)) return plain();
      const headers = { ...answer.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };
      response.writeHead(answer.status, headers).end(gzipSync(answer.body));
    }),
  },
  {
    name: 'connection-closed-each-time',
    permittedBy: '1',
    difference: 'Every answer closes its connection and says so.',
    service: withHeaders(() => ({ Connection: 'close' })),
  },
  {
    name: 'early-hints',
    permittedBy: '1',
    difference: 'An interim answer 103 comes before every answer.',
    service: sending((response, _answer, _call, plain) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
      plain();
    }),
  },
  {
    name: 'other-reason-phrase',
    permittedBy: '1',
    difference: 'The status line has a reason phrase of its own.',
    service: sending((response, _answer, _call, plain) => {
      response.statusMessage = 'As You Wish';
      plain();
    }),
  },
  {
    name: 'no-date',
    permittedBy: '1',
    difference: 'Answers have no Date header.',
    service: sending((response, _answer, _call, plain) => {
      response.sendDate = false;
      plain();
    }),
  },
  {
    name: 'headers-of-a-gateway',
    permittedBy: '1',
    difference: 'Answers have many headers of a gateway, and two cookies.',
    service: withHeaders(() => ({
      Server: 'gateway/9.1',
      Via: '1.1 edge',
      'X-Request-Id': 'b7f3',
      'X-RateLimit-Remaining': '99',
      'Strict-Transport-Security': 'max-age=63072000',
      'Set-Cookie': ['session=abc; HttpOnly', 'edge=7; Path=/'],
    })),
  },
  {
    name: 'location-of-the-created-pet',
    permittedBy: '4.2',
    difference: 'A creation has a Location header.',
    service: withHeaders((answer, call) => {
      const id = /"id":(-?\d+)/.exec(`${answer.body}`)?.[1];
      return call.operation === 'createPet' && isGood(answer) ? { Location: `/v1/pets/${id}` } : {};
    }),
  },
  {
    name: 'etag-and-cache-control',
    permittedBy: '4.1',
    difference: 'Good answers have an ETag and may be cached for a minute.',
    service: withHeaders((answer) =>
      isGood(answer)
        ? { ETag: `"${answer.body.length}"`, 'Cache-Control': 'private, max-age=60' }
        : {},
    ),
  },
  {
    name: 'deprecation-headers',
    permittedBy: '9',
    difference: 'Reading a pet has the headers Deprecation, Sunset, Link and Warning.',
    service: withHeaders((_answer, call) =>
      call.operation === 'getPet'
        ? {
            Deprecation: '@1735689600',
            Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
            Link: '</v1/pets>; rel="successor-version"',
            Warning: '299 - "Deprecated"',
          }
        : {},
    ),
  },
  {
    name: 'cors-for-everyone',
    permittedBy: '4',
    difference: 'Every origin may call; OPTIONS is answered with 204 and needs no key.',
    service: class extends Service {
      override async answer(call: Call): Promise<Answer> {
        const cors = {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Headers': 'Authorization, Content-Type',
        };
        if (call.method === 'OPTIONS') return { status: 204, headers: cors, body: '' };
        const answer = await super.answer(call);
        return { ...answer, headers: { ...answer.headers, ...cors } };
      }
    },
  },
  {
    name: 'head-not-supported',
    permittedBy: '4',
    difference: 'HEAD is answered with 405.',
    service: class extends Service {
      protected override async serve(call: Call) {
        if (call.method !== 'HEAD') return super.serve(call);
        throw new Refusal(405, 'method_not_allowed', 'There is no HEAD.', { Allow: 'GET, POST' });
      }
    },
  },
];
