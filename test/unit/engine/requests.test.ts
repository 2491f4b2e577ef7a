import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPoints } from '../../../src/document/open-points.js';
import { type Ask, anyChoices, engineOf, exchangeOn, getHeader, readJson } from './engine.js';
import { readList } from './structured-list.js';

/** Text made of what a grammar would trip over, and of anything else a header can hold. */
function hostile(...parts: string[]): fc.Arbitrary<string> {
  const character = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code));
  const part = fc.oneof(fc.constantFrom(...parts), character);
  return fc.array(part, { maxLength: 12 }).map((all) => all.join(''));
}

const prefer = hostile(
  ...['code=404', 'code=503', 'code=200', 'code=', 'example=missing-name', 'example=no-pets'],
  ...['delay=5', 'delay=99999', 'fault=reset', 'fault=truncate', 'wait=10', '=', '\t'],
  ...[',', ', ', ';', '; a=b', '"', '\\', '\\"', '"a, b"', 'code="404"', 'respond-async'],
);
const authorization = hostile('Bearer ', 'bearer', 'test-key', '.', '.a', ' ', '\t', ',', '=', '"');
const query = hostile(
  ...['limit=', 'status=', '5', '101', 'sold', '__code=', '__code=404', '__example=', '__fault='],
  ...['__delay=5', '__', '&', '=', '+', '%', '%00', '%zz', '%F0%9F', '[]', '#', '404'],
);
const path = fc.oneof(
  fc.constantFrom('/v1/pets', '/v1/pets/1', '/v1/store/orders', '/v1', '/sandboxes/a/v1/pets/2'),
  hostile('/v1', '/pets', '/', '1', '%', '%2F', '..', 'sandboxes', '/store/orders').map(
    (tail) => `/v1/pets/${tail}`,
  ),
  hostile('a', '/v1', '/', '%00').map((name) => `/sandboxes/${name}/v1/pets`),
);
const body = fc.oneof(fc.json(), fc.constant('{"name":"Rex","categoryId":2}'), fc.uint8Array());

const request: fc.Arbitrary<Ask> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE'),
  path,
  query,
  headers: fc.record(
    {
      prefer,
      authorization: fc.oneof(fc.constant('Bearer test-key'), authorization),
      origin: fc.constantFrom('http://localhost:3000', 'null', ''),
      'content-type': fc.constantFrom('application/json', 'text/plain', ''),
    },
    { requiredKeys: [] },
  ),
  body,
});

/** Whether a request asked for a status beyond 499. */
function isAskedFor({ query: asked = '', headers = {} }: Ask, status: number): boolean {
  return `${headers.prefer} ${asked}`.includes(String(status));
}

test('responds to any request, with a 5xx only for refusals and scenarios', () => {
  fc.assert(
    fc.property(anyChoices, request, (choices, ask) => {
      const { reply } = exchangeOn(engineOf(choices), ask);
      if (reply.status === 501) {
        expect(readJson(reply).code).toMatch(/^simulator_/);
      } else if (reply.status >= 500) {
        expect(isAskedFor(ask, reply.status)).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

test('sends an Error that repeats its status for any 400 and beyond', () => {
  fc.assert(
    fc.property(anyChoices, request, (choices, ask) => {
      const { reply } = exchangeOn(engineOf(choices), ask);
      if (reply.status >= 400) {
        const { code, message, status, ...others } = readJson(reply);
        expect([typeof code, typeof message, others]).toEqual(['string', 'string', {}]);
        expect(status).toBe(reply.status);
      }
    }),
    { numRuns: 2000 },
  );
});

test('sends headers of visible ASCII', () => {
  fc.assert(
    fc.property(anyChoices, request, (choices, ask) => {
      for (const [name, value] of exchangeOn(engineOf(choices), ask).reply.headers) {
        expect(name).toMatch(/^[A-Za-z-]+$/);
        expect(value).toMatch(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);
      }
    }),
    { numRuns: 2000 },
  );
});

test('writes any notes as a list of RFC 9651', () => {
  const kinds = ['open', 'deprecated', 'violation', 'scenario', 'refused'];
  fc.assert(
    fc.property(anyChoices, request, (choices, ask) => {
      const { notes, reply } = exchangeOn(engineOf(choices), ask);
      const field = getHeader(reply, 'simulator-notes');
      const members = field === undefined ? [] : readList(field);
      expect(members.map(({ token }) => token)).toEqual(notes.map(({ kind }) => kind));
      for (const { token, parameters } of members) {
        expect(kinds).toContain(token);
        const point = parameters.get('point') ?? 'list-order';
        expect(Object.keys(openPoints)).toContain(point);
      }
    }),
    { numRuns: 2000 },
  );
});
