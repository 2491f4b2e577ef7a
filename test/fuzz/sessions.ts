import fc from 'fast-check';
import { adminRequest } from './admin-requests.js';
import { serviceBody } from './bodies.js';
import { anyServiceRequest, type Draft, validServiceRequest } from './service-requests.js';
import type { LastRequest, Session } from './session.js';
import { write } from './write.js';

const key = 'Authorization: Bearer test-key';
const json = 'Content-Type: application/json';

/** A request with a body that its headers may contradict. */
const post = (headers: readonly string[], body: string) => {
  const head = { method: 'POST', target: '/v1/pets', headers: [key, json, ...headers] };
  return write({ ...head, body: '', framing: 'none' }) + body;
};
const get = (headers: readonly string[], target = '/v1/pets') =>
  write({ method: 'GET', target, headers, body: '', framing: 'none' });

const pet = '{"name":"Rex","categoryId":2}';

/** Requests that are none, with the statuses that may follow; after each the connection is closed. */
const broken: readonly [bytes: string, ...statuses: number[]][] = [
  ['GARBAGE\r\n\r\n', 400],
  ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000', 400],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 505],
  ['FETCH /v1/pets HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  [`GET /v1/pets HTTP/3.0\r\n${key}\r\n\r\n`, 505],
  [`GET /v1/pets HTTP/1.1\r\n${key}\r\n\r\n`, 400],
  ['GET  HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  [get([key, 'nonsense']), 400],
  [get([key, 'X Y: 1']), 400],
  [get([key, 'X-Y: \u0000']), 400],
  [get([key, 'X-Y: \u0001\n']), 400],
  [get([key, `X-Long: ${'x'.repeat(17_000)}`]), 431],
  [get([key, ...Array<string>(1_500).fill('X-Many: 123456')]), 431],
  [get([key], `/v1/pets/${'1'.repeat(17_000)}`), 431],
  [get([key, 'Expect: miracles']), 417],
  [get([key], '*'), 400],
  [get([key, 'Host: other']), 400],
  [`GET /v1/pets HTTP/1.1\r\nHost: a b/c@d\r\n${key}\r\n\r\n`, 400],
  ['CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400, 405, 501],
  [post(['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'), 501],
  [post(['Content-Length: two'], '{}'), 400],
  [post(['Content-Length: -1'], '{}'), 400],
  [post(['Content-Length: 2', 'Content-Length: 3'], '{}'), 400],
  [post(['Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'), 400],
  [post(['Transfer-Encoding: chunked'], 'size\r\n{}\r\n'), 400],
  [post(['Transfer-Encoding: chunked'], `ffffffffffffffffff\r\n${pet}`), 400],
  [post(['Transfer-Encoding: chunked'], `1d\r\n${pet}XX0\r\n\r\n`), 400],
  [post(['Transfer-Encoding: chunked, identity'], pet), 400, 501],
];

const brokenRequest = fc.constantFrom(...broken).map(
  ([bytes, ...statuses]): LastRequest => ({
    kind: 'broken',
    bytes,
    statuses,
    method: 'GET',
    mayCreate: false,
  }),
);

const faults = fc
  .tuple(
    fc.constantFrom('reset', 'empty', 'truncate', 'garbage', 'hang, delay=3'),
    fc.constantFrom('GET', 'POST'),
  )
  .map(([fault, method]): LastRequest => {
    const bytes = write({
      method,
      target: '/v1/pets',
      headers: [key, json, `Prefer: fault=${fault}`],
      body: method === 'POST' ? pet : '',
      framing: method === 'POST' ? 'length' : 'none',
    });
    return { kind: 'loose', bytes, method, mayCreate: method === 'POST' };
  });

/** A valid request in which some bytes are lost, doubled or replaced: it may still be valid. */
const mutated = fc
  .tuple(
    fc.tuple(anyServiceRequest, fc.constantFrom('f8', 'f9')).map(([draft, name]) => draft(name)),
    fc.array(
      fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(3),
        fc.oneof(
          fc.constantFrom(
            '\r\n',
            '\n',
            '\r',
            ':',
            ' ',
            '\u0000',
            '\u00ff',
            '%',
            'HTTP/1.0',
            '\r\n\r\n',
          ),
          fc.string({ unit: 'binary-ascii', maxLength: 2 }),
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  // Without its first letter, HEAD has a response with a body.
  .filter(([{ method }]) => method !== 'HEAD')
  .map(([{ bytes, method }, edits]): LastRequest => {
    const changed = edits.reduce((whole, [place, lost, put]) => {
      const at = Math.floor(place * whole.length);
      return whole.slice(0, at) + put + whole.slice(at + lost);
    }, bytes);
    // A longer delay than the client waits for would look like a hang.
    return { kind: 'loose', bytes: changed.replace(/delay/g, 'x'), method, mayCreate: true };
  });

/** A body that has another length than its header says. */
const wrongLength = fc
  .tuple(serviceBody, fc.integer({ min: -20, max: 40 }))
  .map(([body, wrong]): LastRequest => {
    const length = Math.max(0, body.length + wrong);
    const bytes = post([`Content-Length: ${length}`], body);
    return { kind: 'loose', bytes, method: 'POST', mayCreate: true };
  });

const stream = fc.constantFrom('', '?all=true', '?sandbox=a1').map(
  (query): LastRequest => ({
    kind: 'stream',
    bytes: get([], `/__admin/events${query}`),
    method: 'GET',
    mayCreate: false,
  }),
);

const closing: LastRequest = {
  kind: 'loose',
  bytes: get([key, 'Connection: close']),
  method: 'GET',
  mayCreate: false,
};
const old: LastRequest = { ...closing, bytes: `GET /v1/pets HTTP/1.0\r\n${key}\r\n\r\n` };

const last = fc.oneof(
  { weight: 3, arbitrary: brokenRequest },
  { weight: 3, arbitrary: mutated },
  { weight: 2, arbitrary: wrongLength },
  faults,
  stream,
  fc.constantFrom(closing, old),
);

const request: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 4, arbitrary: anyServiceRequest },
  { weight: 4, arbitrary: validServiceRequest },
  { weight: 3, arbitrary: adminRequest.map((made) => () => made) },
);

/** Any connection: good requests, each in the sandbox of its place, and how it ends. */
export const session: fc.Arbitrary<Session> = fc
  .record({
    drafts: fc.array(request, { maxLength: 8, size: 'max' }),
    last: fc.option(last, { nil: undefined }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
    end: fc.constantFrom('reads', 'reads', 'reads', 'half-closes', 'leaves'),
  })
  .filter(({ drafts, last: end }) => drafts.length > 0 || end !== undefined)
  .map(({ drafts, last: final, cuts, end }) => ({
    requests: drafts.map((draft, place) => draft(`f${place}`)),
    last: final,
    cuts,
    end,
  }));
