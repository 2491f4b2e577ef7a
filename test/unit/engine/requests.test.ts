import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Ask, anyChoices, engineOf, exchangeOn, getHeader, readJson } from './engine.js';

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

/** A member of a structured list (RFC 9651): a token with parameters that are tokens, strings or true. */
const member = /^[a-z]+(?:;[a-z]+(?:=(?:[a-z][a-z0-9_-]*|[A-Za-z]+|"[ !#-[\]-~]*"))?)*$/;

test('answers any request, with sound headers and notes, and an Error beyond 399', () => {
  fc.assert(
    fc.property(anyChoices, request, (choices, ask) => {
      const { notes, reply } = exchangeOn(engineOf(choices), ask);
      if (reply.status >= 400) {
        const { code, message, status, ...others } = readJson(reply);
        expect([typeof code, typeof message, others]).toEqual(['string', 'string', {}]);
        expect(status).toBe(reply.status);
        const isRefused = reply.status === 501 && code.startsWith('simulator_');
        expect(reply.status < 500 || isRefused || isAskedFor(ask, reply.status)).toBe(true);
      }
      for (const [name, value] of reply.headers) {
        expect(name).toMatch(/^[A-Za-z-]+$/);
        expect(value).toMatch(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/);
      }
      const members = getHeader(reply, 'simulator-notes')?.split(', ') ?? [];
      expect(members.map((text) => text.split(';')[0])).toEqual(notes.map(({ kind }) => kind));
      for (const text of members) {
        expect(text).toMatch(member);
      }
    }),
    { numRuns: 4000 },
  );
});
