import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Reply } from '../../../src/document/message.js';
import { resolveChoices } from '../../../src/document/open-points.js';
import { operations } from '../../../src/document/operations.js';
import { type Ask, asks, engineOf, exchangeOn, getHeader } from './engine.js';

const operation = fc.constantFrom(...operations);

function prefer(ask: Ask | undefined, header: string): Reply {
  return exchangeOn(engineOf(resolveChoices('default')), { ...ask, headers: { prefer: header } })
    .reply;
}

test('forces listed codes and those beyond the interface, and refuses others', () => {
  fc.assert(
    fc.property(operation, fc.integer({ min: 100, max: 599 }), ({ name, statuses }, code) => {
      const legal = code >= 400 || statuses.includes(code);
      const reply = prefer(asks[name], `code=${code}`);
      expect(reply.status).toBe(legal ? code : 501);
      expect(getHeader(reply, 'preference-applied')).toBe(legal ? `code=${code}` : undefined);
    }),
    { numRuns: 200 },
  );
});

test('ignores unknown preferences beside any others', () => {
  const token = fc
    .stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/)
    .filter((text) => !['code', 'example', 'delay', 'fault'].includes(text.toLowerCase()));
  const value = fc.oneof(token, fc.stringMatching(/^"[ !#-[\]-~]{0,12}"$/));
  fc.assert(
    fc.property(token, value, token, (name, word, parameter) => {
      const reply = prefer(asks.listPets, `${name}=${word}; ${parameter}, code=401, ${name}`);
      expect([reply.status, getHeader(reply, 'preference-applied')]).toEqual([401, 'code=401']);
    }),
    { numRuns: 150 },
  );
});

test.each(['', ' ', ',', ', ,'])('asks for nothing with the header %j', (header) => {
  expect(prefer(asks.listPets, header).status).toBe(200);
});

test.each(['5.5', '1e3', '-1', '+5', '""', '0x10'])('refuses the delay %s', (delay) => {
  expect(prefer(asks.listPets, `delay=${delay}`).status).toBe(501);
});

test('accepts delays up to a minute and refuses longer ones', () => {
  fc.assert(
    fc.property(fc.nat(120_000), (delay) => {
      const reply = prefer(asks.listPets, `delay=${delay}`);
      const legal = delay <= 60_000;
      expect([reply.status, reply.delay]).toEqual(legal ? [200, delay] : [501, 0]);
      const notes = getHeader(reply, 'simulator-notes');
      expect(notes?.includes(`scenario;applied="delay=${delay}";beyond`)).toBe(legal);
    }),
    { numRuns: 150 },
  );
});

test.each([
  ['fault=hang', 60_000, undefined],
  ['fault=hang, delay=5', 5, undefined],
  ['fault=dribble', 0, 5_000],
  ['fault=dribble, delay=5', 0, 5],
])('with %s, a response begins after %i ms and takes %s', (preference, delay, duration) => {
  expect(prefer(asks.listPets, preference)).toMatchObject({ delay, duration });
});
