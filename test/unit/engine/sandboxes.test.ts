import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import type { LocalSandboxes as Engine } from '../../../src/engine/sandboxes.js';
import { type Ask, engineOf, exchangeOn } from './engine.js';

/** The ways to select a sandbox. */
const ways: ((name: string, ask: Ask) => Ask)[] = [
  (name, ask) => ({ ...ask, path: `/sandboxes/${name}${ask.path}` }),
  (name, ask) => ({
    ...ask,
    headers: { ...ask.headers, authorization: `Bearer test-key.${name}` },
  }),
];

const call: fc.Arbitrary<Ask> = fc.oneof(
  fc.string().map((name) => ({
    method: 'POST',
    path: '/v1/pets',
    body: JSON.stringify({ name, categoryId: 2, status: 'sold' }),
  })),
  fc.constantFrom<Ask>(
    { path: '/v1/pets' },
    { path: '/v1/pets', query: 'limit=0' },
    { path: '/v1/pets/1' },
    { path: '/v1/pets/5' },
    { path: '/v1/pets', headers: { prefer: 'code=503' } },
    { method: 'POST', path: '/v1/pets', body: '{"name":"Rex"}' },
    { method: 'DELETE', path: '/v1/pets/1' },
  ),
);
const calls = fc.array(fc.tuple(call, fc.constantFrom(...ways)), { maxLength: 20 });

/** All that a client can see of a sandbox. */
function seen(engine: Engine, name: string): string[] {
  const paths = ['/v1/pets', '/v1/pets/1', '/v1/pets/4', '/v1/pets/5', '/v1/pets/6'];
  return paths.map((path) => {
    const { reply } = exchangeOn(engine, { path: `/sandboxes/${name}${path}`, query: '' });
    return `${reply.status} ${reply.body}`;
  });
}

test('keeps sandboxes apart', () => {
  fc.assert(
    fc.property(calls, calls, (inOne, inOther) => {
      const engine = engineOf(resolveChoices('default'));
      for (const [ask, select] of inOther) {
        exchangeOn(engine, select('other', ask));
      }
      const before = [seen(engine, 'other'), seen(engine, 'default')];
      for (const [ask, select] of inOne) {
        exchangeOn(engine, select('one', ask));
      }
      expect([seen(engine, 'other'), seen(engine, 'default')]).toEqual(before);
    }),
    { numRuns: 60 },
  );
});

test('responds the same with and without other sandboxes', () => {
  fc.assert(
    fc.property(calls, (asks) => {
      const [alone, shared] = [
        engineOf(resolveChoices('default')),
        engineOf(resolveChoices('default')),
      ];
      for (const [ask, select] of asks) {
        exchangeOn(shared, select('noise', ask));
        const one = exchangeOn(alone, select('one', ask)).reply;
        exchangeOn(shared, ask);
        expect(exchangeOn(shared, select('one', ask)).reply).toEqual(one);
      }
    }),
    { numRuns: 60 },
  );
});

test('keeps preflights out of the journal of a sandbox', () => {
  const engine = engineOf(resolveChoices('default'));
  const path = '/sandboxes/one/v1/pets';
  const headers = { origin: 'http://localhost', 'access-control-request-method': 'GET' };

  expect(exchangeOn(engine, { path, method: 'OPTIONS', headers }).sandbox).toBe('default');
});

test.for([
  ['Bearer another', 'Bearer ***'],
  ['Basic another', 'Basic ***'],
  ['another', '***'],
  ['Bearer ', 'Bearer '],
] as const)('keeps no key of the header %j, valid or not', ([authorization, kept]) => {
  const engine = engineOf(resolveChoices('default'));

  expect(exchangeOn(engine, { headers: { authorization } }).headers.authorization).toBe(kept);
});
