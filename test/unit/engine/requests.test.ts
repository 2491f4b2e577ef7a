import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRequest } from './any-request.js';
import { type Ask, anyChoices, engineOf, exchangeOn, getHeader, readJson } from './engine.js';

/** Whether a request asked for a status beyond 499. */
function isAskedFor({ query: asked = '', headers = {} }: Ask, status: number): boolean {
  return `${headers.prefer} ${asked}`.includes(String(status));
}

/** A member of a structured list (RFC 9651): a token with parameters that are tokens, strings or true. */
const member = /^[a-z]+(?:;[a-z]+(?:=(?:[a-z][a-z0-9_-]*|[A-Za-z]+|"[ !#-[\]-~]*"))?)*$/;

test('answers any request, with sound headers and notes, and an Error beyond 399', () => {
  fc.assert(
    fc.property(anyChoices, anyRequest, (choices, ask) => {
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
    { numRuns: 400 },
  );
});
